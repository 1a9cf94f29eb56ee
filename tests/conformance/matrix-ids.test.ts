import { afterAll, describe, expect, test } from 'vitest';
import {
  makeCapture,
  makeConnectedMerchant,
  makeMerchantReceiver,
  makeOrder,
  makeReceiver,
  type TestMerchant,
} from '../world/actors.ts';
import { makeDispute } from '../world/disputes.ts';
import { makeSubscription } from '../world/subscriptions.ts';
import { sendText } from '../world/texts.ts';
import { startWorld } from '../world/world.ts';
import { callersOf, makeActors } from './matrix-actors.ts';
import { type ListedOperation, pathOf, readOperations } from './matrix-document.ts';
import { expectProblem, makeDirectMerchant, raw } from './support.ts';

// Every id in every path: one that nothing has, another tenant's, one that is none.

const MALFORMED = 'not!an!id';
const MONTH_SECONDS = 31 * 86_400;
const OF_CHANNEL = ['key_id', 'endpoint_id', 'statement_id'];

/** Ids in a path that belong to no tenant: what they name is the caller's by knowing it, or the operator's. */
const WITHOUT_TENANT = [
  'checkout_session_id',
  'token',
  'rail',
  'channel_id',
  'merchant_id',
  'owner_id',
  'event_id',
  'notice_id',
  'unsettled_id',
];
/** Ids of what only a device can make. Without one, a session is refused before anything is looked for, so there is
 *  nothing to tell apart; the cases with a device stand with the passkeys. */
const MADE_BY_DEVICE = ['passkey_id'];
/** Where the document's example is of something that exists. */
const UNKNOWN: Readonly<Record<string, string>> = { rail: 'nowhere' };

const world = await startWorld();
const operations = await readOperations(world.base_url);
const stated = new Map<string, string>();
const actors = await makeActors(world, ({ shop, other }) => stateMonth([shop, other]));
const mine = await ownedBy(actors.shop);
const sibling = await ownedBy(await makeConnectedMerchant(world, actors.shop));
const foreign = await ownedBy(actors.other);
const merchants = await ownedByMerchant(actors.direct);
const otherMerchants = await ownedByMerchant(await makeDirectMerchant(world));
afterAll(() => world.close());

interface Owned {
  as: { key: string; merchant_id: string };
  ids: Record<string, string>;
}

// A month goes by in which each of them sold something.
async function stateMonth(channels: readonly TestMerchant[]): Promise<void> {
  const terms = { type: 'fee_share', description: 'A quarter', fee_share_basis_points: 2_500 };
  for (const channel of channels) {
    await world.operator('PUT', `channels/${channel.channel_id}/terms`, terms);
    await makeCapture(world, await makeConnectedMerchant(world, channel));
  }
  const { now } = (await world.operator('GET', 'clock')).body;
  await world.advance(MONTH_SECONDS);
  await world.operator('POST', 'statements/close', { period: String(now).slice(0, 7) });
  for (const { channel_id, key } of channels) {
    const [statement] = (await world.call('GET', '/api/channel/statements', { key })).body;
    stated.set(channel_id, statement.id);
  }
}

async function ownedBy(channel: TestMerchant): Promise<Owned> {
  const merchant = channel.account_id ? channel : await makeConnectedMerchant(world, channel);
  const paid = await makeCapture(world, merchant);
  const order = await makeOrder(world, merchant);
  const receiver = await makeReceiver(world, merchant);
  const { key } = merchant;
  const spare = await world.call('POST', '/api/channel/api-keys', { key, body: { name: 'spare' } });
  const ids = {
    key_id: spare.body.id,
    endpoint_id: receiver.endpoint.body.id,
    checkout_session_id: order.session_id,
    order_id: order.order_id,
    capture_id: paid.capture_id,
    transaction_id: paid.transaction_id,
    dispute_id: (await makeDispute(world, merchant)).id,
    statement_id: stated.get(merchant.channel_id)!,
    subscription_id: await makeSubscription(world, merchant),
    request_id: (await sendText(world, merchant)).body.id,
  };
  return { as: merchant, ids };
}

async function ownedByMerchant(merchant: { key: string; merchant_id: string }): Promise<Owned> {
  const receiver = await makeMerchantReceiver(world, merchant.key);
  return { as: merchant, ids: { endpoint_id: receiver.endpoint.body.id } };
}

// What only a merchant's own key reaches is the merchant's, whoever its channel is.
const isForMerchants = ({ accepts }: ListedOperation) =>
  accepts.length > 0 && accepts.every((credential) => credential === 'merchant');
const ownerOf = (operation: ListedOperation) => (isForMerchants(operation) ? merchants : mine);

// The callers of the shop act for the merchant that owns what is tried.
function callers(operation: ListedOperation) {
  return callersOf(actors, operation).map((caller) =>
    caller.merchant === undefined ? caller : { ...caller, merchant: mine.as.merchant_id },
  );
}

// A merchant key and a dashboard token act for merchants that own nothing of the shop's.
function isMine(operation: ListedOperation, caller: { merchant?: string }): boolean {
  return (
    caller.merchant !== undefined ||
    operation.accepts.includes('channel') ||
    operation.family === 'public' ||
    isForMerchants(operation)
  );
}

async function bytes(operation: ListedOperation, caller: { key?: string; merchant?: string }, path: string) {
  const headers = {
    ...(caller.key ? { authorization: `Bearer ${caller.key}` } : {}),
    ...(caller.merchant ? { 'x-merchant-id': caller.merchant } : {}),
  };
  const { method, body, example } = operation;
  const sent = body
    ? { body: JSON.stringify(example), headers: { ...headers, 'content-type': 'application/json' } }
    : { headers };
  const answer = await raw(world, method, path, sent);
  return `${answer.status} ${answer.text}`;
}

const cases = operations.flatMap((operation) =>
  operation.parameters.map((parameter) => [operation.id, parameter.name, operation] as const),
);

// The other ids of a path are good, so that the one in question decides.
const withId = (operation: ListedOperation, name: string, id: string) =>
  pathOf(operation, { ...ownerOf(operation).ids, [name]: id });
const unknownOf = (operation: ListedOperation, name: string) =>
  UNKNOWN[name] ?? operation.parameters.find((one) => one.name === name)!.example;

describe('an id that nothing has is 404, and another tenant’s is the same to the byte', () => {
  test.each(cases)('%s: %s', async (_id, name, operation) => {
    const tenants = tenantsOf(name, operation);
    const status = MADE_BY_DEVICE.includes(name) ? 403 : 404;
    for (const caller of callers(operation)) {
      const unknown = await bytes(operation, caller, withId(operation, name, unknownOf(operation, name)));
      const code = status === 403 ? ',"code":"[a-z_]+"' : '';
      expect(unknown).toMatch(new RegExp(`^${status} \\{"detail":"[^"]+"${code}\\}$`));
      const others = tenants.length === 0 || isMine(operation, caller) ? tenants : [mine, ...tenants];
      for (const { ids } of others) {
        expect(await bytes(operation, caller, withId(operation, name, ids[name]!))).toBe(unknown);
      }
    }
  });
});

// A channel's own things are shared by its merchants; a merchant's are not.
function tenantsOf(name: string, operation: ListedOperation): Owned[] {
  if (WITHOUT_TENANT.includes(name) || MADE_BY_DEVICE.includes(name)) return [];
  // The operator's token reaches everybody's.
  if (operation.family === 'operator') return [];
  if (foreign.ids[name] === undefined) throw new Error(`nothing here makes another tenant's ${name}`);
  if (isForMerchants(operation)) return [otherMerchants, mine, foreign];
  return OF_CHANNEL.includes(name) ? [foreign] : [sibling, foreign];
}

describe('an id that is none is 422 naming the path', () => {
  test.each(cases)('%s: %s', async (_id, name, operation) => {
    for (const caller of callers(operation)) {
      for (const id of [MALFORMED, ' ', 'x'.repeat(2_000)]) {
        const answer = await world.call(operation.method, withId(operation, name, id), {
          ...caller,
          ...(operation.body ? { body: operation.example } : {}),
        });
        expectProblem(answer, ['path', name]);
      }
    }
  });
});

describe('afterwards', () => {
  test('another merchant’s own endpoint is as it was', async () => {
    const { key } = otherMerchants.as;
    const [endpoint] = (await world.call('GET', '/api/merchant/webhook-endpoints', { key })).body;
    expect(endpoint).toMatchObject({ id: otherMerchants.ids['endpoint_id'], status: 'active' });
  });

  test('nothing of another tenant has changed', async () => {
    for (const { as, ids } of [sibling, foreign]) {
      const credential = { key: as.key, merchant: as.merchant_id };
      const read = async (path: string) => (await world.call('GET', path, credential)).body;
      const keys = (await read('/api/channel/api-keys')) as { id: string; status: string }[];
      expect(keys.find(({ id }) => id === ids['key_id'])!.status).toBe('active');
      const endpoints = (await read('/api/channel/webhook-endpoints')) as { id: string; status: string }[];
      expect(endpoints.find(({ id }) => id === ids['endpoint_id'])!.status).toBe('active');
      expect(await read(`/api/transactions/${ids['transaction_id']}`)).toMatchObject({
        status: 'captured',
        refunded_amount_cents: 0,
      });
    }
  });

  test.each(cases.filter(([, name, operation]) => tenantsOf(name, operation).length > 0))(
    'the owner’s own reach %s by its %s',
    async (_id, name, operation) => {
      const caller = callers(operation).find((one) => isMine(operation, one)) ?? {};
      const answer = await bytes(operation, caller, withId(operation, name, ownerOf(operation).ids[name]!));
      // A dispute that is found takes some answers and not others.
      expect(answer).toMatch(/^(200|201) |^409 .*"dispute_action_unavailable"/);
    },
  );
});
