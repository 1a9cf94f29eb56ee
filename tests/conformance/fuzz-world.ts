import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import {
  makeCapture,
  makeConnectedMerchant,
  makeMerchantReceiver,
  makeReceiver,
  makeSession,
  type TestMerchant,
} from '../world/actors.ts';
import { makeDispute } from '../world/disputes.ts';
import { makeSubscription } from '../world/subscriptions.ts';
import { sendText } from '../world/texts.ts';
import { startWorld, type World } from '../world/world.ts';
import { goodBody } from './fuzz-bodies.ts';
import { bodyOf, encodeText, type FuzzedCall } from './fuzz.fixture.ts';
import { type Actors, callersOf, makeActors } from './matrix-actors.ts';
import { type ListedOperation, pathOf as filledPath, readOperations } from './matrix-document.ts';
import { makeShop, NOBODY } from './support.ts';

const ANSWER_LIMIT_MS = 20_000;
const PASSWORD = 'Correct-horse-1';
/** Moving the clock would end sessions and tokens that others need: it is sent anything but a good body. */
const NO_GOOD_BODY = ['operator.clock.advance'];

interface FuzzWorld {
  world: World;
  operations: readonly ListedOperation[];
  /** Sends a call to an operation; the request as sent, and what came of it. */
  send(operation: ListedOperation, fuzzed: FuzzedCall): Promise<Sent>;
  close(): Promise<void>;
}

export interface Sent {
  request: string;
  status: number;
  text: string;
}

interface Parts {
  world: World;
  actors: Actors;
  /** What has been sold and set up, under the names of path parameters. */
  ids: Record<string, string[]>;
  /** The session that was paid; the one among the ids is open. */
  paid_session: string;
  /** An owner session that may be ended. */
  leaving: string;
  /** Fields of an operation for which the schema alone makes no good value. */
  without: Map<string, string[]>;
}

/** A world in which there is one of everything. Then without workers, so that nothing else moves what the calls
 *  leave behind. */
export async function startFuzzWorld(): Promise<FuzzWorld> {
  const world = await startWorld({ env: { RATE_LIMIT_SCALE: '100000' } });
  const made = await makeActors(world);
  const merchant = await makeConnectedMerchant(world, made.shop);
  const actors = { ...made, shop: { ...made.shop, merchant_id: merchant.merchant_id } };
  const { email } = actors.owner;
  const signIn = await world.call('POST', '/api/owner/sessions', { body: { email, password: PASSWORD } });
  const made_of = await makeIds(world, merchant, actors.direct.key);
  await world.restart({ worker: false });
  const parts: Parts = { world, actors, ...made_of, leaving: signIn.body.session_token, without: new Map() };
  const operations = await readOperations(world.base_url);
  for (const operation of operations) parts.without.set(operation.id, await fieldsToLeave(parts, operation));
  return {
    world,
    operations,
    send: (operation, fuzzed) => send(parts, operation, fuzzed),
    close: () => world.close(),
  };
}

// Some fields have rules that no schema says. What they refuse is not sent again as good.
async function fieldsToLeave(parts: Parts, operation: ListedOperation): Promise<string[]> {
  const body = goodBodyOf(parts, operation);
  if (!body) return [];
  const caller = callersOf(parts.actors, operation).at(-1)!;
  const path = filledPath(operation, {});
  const answer = await parts.world.call(operation.method, path, { ...caller, body });
  if (answer.status !== 422 || !Array.isArray(answer.body.detail)) return [];
  return (answer.body.detail as { loc: string[] }[]).flatMap(({ loc }) =>
    loc[0] === 'body' ? [loc[1]!] : [],
  );
}

async function makeIds(
  world: World,
  merchant: TestMerchant,
  merchantKey: string,
): Promise<Pick<Parts, 'ids' | 'paid_session'>> {
  const paid = await makeCapture(world, merchant);
  const open = await makeSession(world, merchant);
  const receiver = await makeReceiver(world, merchant);
  const merchants = await makeMerchantReceiver(world, merchantKey);
  // The calling key's own id would end the run by a revocation, its channel's by switching it off.
  const body = { name: 'spare' };
  const spare = await world.call('POST', '/api/channel/api-keys', { key: merchant.key, body });
  const aside = await makeShop(world);
  const listed = await world.operator('GET', 'channels?limit=1');
  const events = await world.operator('GET', 'events?limit=1');
  const owner_email = `${randomUUID()}@example.com`;
  const invited = await world.operator('POST', 'channels', { name: 'Invited', owner_email });
  const ids = {
    key_id: [spare.body.id],
    endpoint_id: [receiver.endpoint.body.id, merchants.endpoint.body.id],
    checkout_session_id: [open.body.id],
    order_id: [paid.order_id],
    capture_id: [paid.capture_id],
    transaction_id: [paid.transaction_id],
    merchant_id: [aside.merchant_id],
    channel_id: [aside.channel_id],
    owner_id: [listed.body.items[0].owner_id],
    event_id: [events.body.items[0].id],
    passkey_id: [NOBODY],
    dispute_id: [(await makeDispute(world, merchant)).id],
    subscription_id: [await makeSubscription(world, merchant)],
    request_id: [(await sendText(world, merchant)).body.id],
    token: [String(invited.body.activation_url).split('/').at(-1)!],
    rail: ['ppcp', 'gravy', 'nmi'],
  };
  return { ids, paid_session: paid.session_id };
}

async function send(parts: Parts, operation: ListedOperation, fuzzed: FuzzedCall): Promise<Sent> {
  const { method } = operation;
  const path = pathOf(parts, operation, fuzzed);
  const headers: Record<string, string> = { ...(fuzzed.headers as Record<string, string>) };
  const caller = callerOf(parts, operation, fuzzed);
  if (caller.key) headers['authorization'] = `Bearer ${caller.key}`;
  if (caller.merchant && fuzzed.id === undefined) headers['x-merchant-id'] = caller.merchant;
  const body = method === 'GET' ? undefined : bodyOf(fuzzed, goodBodyOf(parts, operation));
  if (body !== undefined) headers['content-type'] = fuzzed.content_type ?? 'application/json';
  const told = `${method} ${path} ${JSON.stringify(withoutKey(headers))} ${body ?? ''}`;
  const answer = await transmit(parts.world, { method, path, headers, body });
  return { request: told, ...answer };
}

// Secrets of a test are none, but a key tells a reader nothing either.
function withoutKey(headers: Record<string, string>): Record<string, string> {
  const { authorization, ...rest } = headers;
  return authorization === undefined ? rest : { authorization: '…', ...rest };
}

function callerOf(
  { actors, leaving }: Parts,
  operation: ListedOperation,
  fuzzed: FuzzedCall,
): { key?: string; merchant?: string } {
  if (fuzzed.by === null) return {};
  if (operation.id === 'owner.sign_out') return { key: leaving };
  // Who acts for the shop's merchant finds what is there, so goes first.
  const callers = callersOf(actors, operation).reverse();
  return callers[fuzzed.by] ?? callers[0]!;
}

function goodBodyOf(parts: Parts, operation: ListedOperation): Record<string, unknown> | undefined {
  if (NO_GOOD_BODY.includes(operation.id)) return undefined;
  const signsIn = operation.body?.properties?.['email'] && operation.body.properties['password'];
  const known = {
    ...(signsIn ? { email: parts.actors.owner.email } : {}),
    url: 'https://receiver.sandbox.test/fuzz',
    password: PASSWORD,
    amount: '0.01',
    reconnect: true,
    active: true,
    allowed_origins: ['https://shop.example'],
    since: '2026-01-01',
    until: '2026-12-31',
    checkout_session_id: parts.ids['checkout_session_id']![0],
    merchant_id: parts.ids['merchant_id']![0],
    channel_id: parts.ids['channel_id']![0],
  };
  return goodBody(operation, known, parts.without.get(operation.id));
}

function pathOf(parts: Parts, operation: ListedOperation, fuzzed: FuzzedCall): string {
  // An order is looked for in its own session.
  const inSession = operation.parameters.some(({ name }) => name === 'order_id');
  const ids = inSession ? { ...parts.ids, checkout_session_id: [parts.paid_session] } : parts.ids;
  const filled = operation.path.replace(/\{([a-z_]+)\}/g, (_all, name: string) => {
    if (fuzzed.id !== undefined) return encodeText(fuzzed.id) || '%20';
    const known = ids[name] ?? [operation.parameters.find((one) => one.name === name)!.example];
    return encodeText(known[(fuzzed.by ?? 0) % known.length]!);
  });
  return fuzzed.query === '' ? filled : `${filled}?${fuzzed.query}`;
}

// The plainest client there is: it sends what it is given, and an answer is an answer. None is a failure.
function transmit(
  world: World,
  sent: { method: string; path: string; headers: Record<string, string>; body: string | undefined },
): Promise<{ status: number; text: string }> {
  const { method, path, headers, body } = sent;
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
    // With its length a body is one whatever the method; without, that of a DELETE would be the next request.
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const options = { method, headers: { ...length, ...headers }, signal };
    const call = request(`${world.base_url}${path}`, options, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve({ status: answer.statusCode!, text: Buffer.concat(chunks).toString() }));
      answer.on('error', reject);
    });
    call.on('error', (error) => reject(new Error(`${method} ${path}: no answer, ${error.message}`)));
    call.end(body);
  });
}
