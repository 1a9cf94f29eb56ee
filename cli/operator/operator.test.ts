import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  makeCapture,
  makeChannel,
  makeConnectedMerchant,
  makeInstrument,
  makeReceiver,
  makeSession,
  refund,
  type TestMerchant,
} from '../../tests/world/actors.ts';
import { startWorld, type World } from '../../tests/world/world.ts';
import { run } from '../cli.fixture.ts';

let world: World;
let merchant: TestMerchant;
let env: Record<string, string>;
beforeAll(async () => {
  world = await startWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world, 'Harbour'));
  env = { BASE_URL: world.base_url, OPERATOR_TOKEN: world.operator_token, FAIRWAY_HOME: '/nowhere' };
});
afterAll(() => world.close());

async function json(...args: string[]) {
  const ran = await run([...args, '--json'], env);
  expect(ran, ran.stderr).toMatchObject({ code: 0, stderr: '' });
  return JSON.parse(ran.stdout);
}

async function text(...args: string[]): Promise<string> {
  const ran = await run(args, env);
  expect(ran, ran.stderr).toMatchObject({ code: 0, stderr: '' });
  return ran.stdout;
}

test('days are compared with the provider, and what differs is listed and settled', async () => {
  const today = String((await json('clock', 'show')).now).slice(0, 10);
  const own = await makeConnectedMerchant(world, await makeChannel(world, 'Books'));
  const { merchant_id } = own;
  const { capture_id } = await makeCapture(world, own);
  await world.drain();
  await plantFee(capture_id, '9.99');
  expect(await text('reconcile', 'run', today, '--merchant', merchant_id)).toBe(
    'Will be compared: 1 day of accounts\n',
  );
  await world.drain();
  expect(await text('reconcile', 'days', '--merchant', merchant_id)).toContain(`${today}  ${merchant_id}`);
  const listed = await text('reconcile', 'list', '--merchant', merchant_id, '--cause', 'fee');
  expect(listed).toMatch(new RegExp(`${today} +fee +capture +${capture_id} .*fee 9\\.99 USD completed`));
  const { items } = await json('reconcile', 'list', '--merchant', merchant_id);
  const settled = await text('reconcile', 'settle', items[0].id, '--note', 'theirs to mend');
  expect(settled).toBe(`Settled: difference ${items[0].id} (fee)\n`);
  expect(await text('reconcile', 'list', '--merchant', merchant_id)).toBe('None.\n');
  expect(await run(['reconcile', 'settle', items[0].id], env)).toMatchObject({ code: 2 });
  expect(await run(['reconcile', 'run', '2199-01-01'], env)).toMatchObject({ code: 5 });
});

test('what no provider has settled is listed, asked about, and ended by a person', async () => {
  const { merchant_id, ...own } = await makeConnectedMerchant(world, await makeChannel(world, 'Doubt'));
  const { capture_id } = await makeCapture(world, { merchant_id, ...own }, { amount: '50.00' });
  await world.control('POST', 'faults', { operation: 'captures.refund', mode: 'error', times: 100 });
  await refund(world, { merchant_id, ...own }, capture_id, { amount: '12.50' });
  const [{ id }] = (await json('unsettled', 'list')).items;
  expect(await text('unsettled', 'list')).toMatch(
    new RegExp(`${id} +refund +\\S+ +12\\.50 USD +${merchant_id} +- +`),
  );
  expect(await text('unsettled', 'check', id)).toBe(`Not settled yet: ${id}\n`);
  expect(await run(['unsettled', 'settle', id], env)).toMatchObject({ code: 2 });
  const said = ['unsettled', 'settle', id, '--note', 'their support'] as const;
  expect((await run([...said], env)).stderr).toContain('needs no person yet');
  await world.advance(8 * 86_400);
  await world.drain();
  expect(await text(...said)).toBe(`Settled as not done: ${id}\n`);
  expect(await text('unsettled', 'list')).toBe('None.\n');
  await world.control('DELETE', 'faults');
});

// As nobody but the provider could.
async function plantFee(capture_id: string, value: string): Promise<void> {
  const { body } = await world.control('GET', 'snapshot');
  const records = body.records.map((one: { id: string; body: object }) =>
    one.id === capture_id
      ? { ...one, body: { ...one.body, paypal_fee: { currency_code: 'USD', value } } }
      : one,
  );
  await world.control('PUT', 'snapshot', { ...body, records });
}

test('stored secrets are sealed with the key of today, and a rehearsal counts them', async () => {
  await makeReceiver(world, await makeChannel(world, 'Vault'));
  expect(await text('secrets', 'rotate', '--dry-run')).toMatch(
    /^1 secret looked at, 0 would be sealed anew with key [0-9a-f]{8}\.\n$/,
  );
  expect(await json('secrets', 'rotate')).toMatchObject({
    checked: 1,
    resealed: 0,
    unreadable: [],
    dry_run: false,
  });
});

test('the status of a deployment is read of its own figures, and names what was given up until it is replayed', async () => {
  const channel = await makeChannel(world, 'Quay');
  const shop = await makeConnectedMerchant(world, channel);
  const receiver = await makeReceiver(world, channel);
  await world.control('PUT', `receivers/${receiver.name}`, { status: 500 });
  await makeSession(world, shop);
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    await world.drain();
    await world.advance(24 * 3_600);
  }
  const ran = await run(['status', '--json'], env);
  const { concerns, ...report } = JSON.parse(ran.stdout);
  expect(ran).toMatchObject({ code: 1, stderr: '' });
  expect(report).toMatchObject({ readiness: 'ready', is_counted: true, given_up: 1 });
  expect(concerns).toContainEqual(expect.objectContaining({ alert: 'FairwayDeliveriesFail' }));
  await world.control('PUT', `receivers/${receiver.name}`, { status: 200 });
  await text('events', 'replay', '--state', 'failed');
  await world.drain();
  expect(JSON.parse((await run(['status', '--json'], env)).stdout).given_up).toBe(0);
});

test('subscriptions are listed and shown with their charges', async () => {
  const shop = await makeConnectedMerchant(world, await makeChannel(world, 'Magazine'));
  const { customer_ref } = await makeInstrument(world, shop);
  const body = { customer_ref, amount: '9.90', interval: 'month', interval_count: 3 };
  const credential = { key: shop.key, merchant: shop.merchant_id };
  const made = await world.call('POST', '/api/subscriptions', { ...credential, body });
  const id = String(made.body.subscription_id);
  const list = ['subscriptions', 'list', '--merchant', shop.merchant_id];
  expect(await text(...list)).toMatch(new RegExp(`${id} +active +9\\.90 USD +3 months .*\\n1 of 1\\n$`));
  expect(await json(...list, '--status', 'canceled')).toMatchObject({ items: [], total: 0 });
  expect(await text(...list, '--status', 'canceled')).toBe('None.\n');
  await world.drain();
  expect(await text('subscriptions', 'show', id)).toMatch(
    /9\.90 USD every 3 months, active\n[^]*0 +1 +charged/,
  );
  expect(await run(['subscriptions', 'show', merchant.merchant_id], env)).toMatchObject({ code: 4 });
});

describe('channels', () => {
  test('are made, listed and invited anew', async () => {
    const made = await json('channel', 'create', '--name', 'Quay', '--owner-email', 'quay@example.com');
    expect(made).toMatchObject({ name: 'Quay', activation_url: expect.stringContaining('/activate/') });
    expect(await text('channel', 'list', '--limit', '1')).toMatch(
      new RegExp(`${made.channel_id} .*quay@example.com`),
    );
    expect(await text('channel', 'invite', made.channel_id)).toContain('/activate/');
    const absent = await run(['channel', 'invite', merchant.merchant_id], env);
    expect(absent).toMatchObject({ code: 4, stdout: '' });
  });

  test('are renamed, stopped, and given wider budgets', async () => {
    const id = merchant.channel_id;
    expect(await text('channel', 'change', id, '--budget-factor', '5', '--name', 'Haven')).toBe(
      `Channel ${id}: Haven, active, budgets times 5\n`,
    );
    const back = 'https://platform.example/merchants';
    const stopped = await json('channel', 'change', id, '--active', 'false', '--return-url', back);
    expect(stopped).toMatchObject({ active: false, onboarding_return_url: back, budget_factor: 5 });
    const again = ['--active', 'true', '--return-url', '', '--name', 'Harbour', '--budget-factor', '1'];
    expect(await json('channel', 'change', id, ...again)).toMatchObject({
      ...{ name: 'Harbour', active: true, onboarding_return_url: null, budget_factor: 1 },
    });
  });

  test.each([
    [[], 'say what to change'],
    [['--active', 'maybe'], '--active takes true or false'],
    [['--budget-factor', '0'], '--budget-factor takes a whole number from 1 to 1000'],
    [['--budget-factor', '2.5'], '--budget-factor takes a whole number from 1 to 1000'],
  ])('a change by %j is misuse', async (args, sentence) => {
    const ran = await run(['channel', 'change', merchant.channel_id, ...args], env);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain(sentence);
  });

  test('are given terms, in versions', async () => {
    const id = merchant.channel_id;
    const share = ['--description', 'a quarter', '--basis-points', '2500'];
    expect(await text('channel', 'terms', id, ...share)).toBe(
      `Channel ${id}: terms 1, fee_share: a quarter\n`,
    );
    const both = [...share, '--per-transaction', '5', '--currency', 'USD'];
    expect((await json('channel', 'terms', id, ...both)).terms).toMatchObject({
      ...{ version: 2, type: 'fee_share_and_per_transaction', fee_share_basis_points: 2500 },
      ...{ per_transaction_minor_units: 5, per_transaction_currency: 'USD' },
    });
    const paid = ['--description', 'five', '--per-transaction', '5', '--currency', 'USD', '--dry-run'];
    expect((await json('channel', 'terms', id, ...paid)).body).toMatchObject({ type: 'per_transaction' });
  });

  test.each([
    [['--basis-points', '1'], '--description is missing'],
    [['--description', 'x'], 'name --basis-points, --per-transaction, or both'],
    [['--description', 'x', '--per-transaction', '5'], '--per-transaction and --currency go together'],
    [['--description', 'x', '--basis-points', '1.5'], '--basis-points takes a whole number'],
  ])('terms of %j are misuse', async (args, sentence) => {
    const ran = await run(['channel', 'terms', merchant.channel_id, ...args], env);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain(sentence);
  });

  test('--dry-run of making one prints the call and makes none', async () => {
    const { total } = await json('channel', 'list');
    const args = ['channel', 'create', '--name', 'Pier', '--owner-email', 'pier@example.com', '--dry-run'];
    expect(await json(...args)).toEqual({
      dry_run: true,
      method: 'POST',
      url: `${world.base_url}/api/operator/channels`,
      body: { name: 'Pier', owner_email: 'pier@example.com' },
    });
    expect((await json('channel', 'list')).total).toBe(total);
  });
});

describe('merchants', () => {
  test('are listed, held and let go', async () => {
    expect(await text('merchant', 'list')).toMatch(new RegExp(`${merchant.merchant_id} .*connected .*false`));
    expect(await text('merchant', 'hold', merchant.merchant_id)).toContain('restricted, on hold');
    expect(await json('merchant', 'unhold', merchant.merchant_id)).toMatchObject({
      payment_hold: false,
      wallet_connection_status: 'connected',
    });
  });

  test('are disconnected, and their account is released', async () => {
    const other = await makeConnectedMerchant(world, merchant);
    expect(await json('merchant', 'disconnect', other.merchant_id, '--dry-run')).toMatchObject({
      dry_run: true,
    });
    expect(await text('merchant', 'disconnect', other.merchant_id)).toContain('onboarding revoked');
    expect(await text('merchant', 'release-link', other.merchant_id)).toContain('not_linked');
    expect(await run(['merchant', 'hold', 'no-id'], env)).toMatchObject({ code: 2 });
  });
});

describe('merchants are routed', () => {
  const CREDENTIALS = {
    security_key: '6457Thfj624V5r7WUwc5v6a68Zsd6YEm',
    tokenization_key: '7rR2FQ-Tk8d2M-jPJN7f-h4X9kQ',
    webhook_signing_key: 'D2F6B7A48A5C4E1DA0D6',
  };
  const SECRET = /6457Thfj|D2F6B7A4/;
  const route = (args: readonly string[], input: string) => run(['merchant', 'route', ...args], env, input);
  const providerOf = async (id: string) => {
    const { items } = await json('merchant', 'list', '--limit', '200');
    return items.find(({ merchant_id }: { merchant_id: string }) => merchant_id === id).payment_provider;
  };

  test('by the credentials that come by stdin, which are printed nowhere', async () => {
    const { merchant_id } = await makeConnectedMerchant(world, merchant);
    const routed = await route([merchant_id, 'nmi'], `${JSON.stringify(CREDENTIALS)}\n`);
    const { tokenization_key } = CREDENTIALS;
    expect(routed).toEqual({
      ...{ code: 0, stderr: '' },
      stdout: `Merchant ${merchant_id}: paid by nmi, with tokenization_key ${tokenization_key}\n`,
    });
    expect(await route([merchant_id, 'ppcp'], '')).toMatchObject({
      stdout: `Merchant ${merchant_id}: paid by ppcp, without credentials\n`,
    });
    // Its account there is as it was.
    expect((await route([merchant_id, 'nmi'], '')).stdout).toContain(tokenization_key);
    expect(await providerOf(merchant_id)).toBe('nmi');
    expect(await text('audit', 'tail', '--limit', '5')).not.toMatch(SECRET);
  });

  test('--dry-run prints the call without them, and makes none', async () => {
    const { merchant_id } = await makeConnectedMerchant(world, merchant);
    const told = await route([merchant_id, 'nmi', '--dry-run', '--json'], JSON.stringify(CREDENTIALS));
    expect(JSON.parse(told.stdout)).toMatchObject({
      ...{ dry_run: true, method: 'PATCH' },
      body: {
        payment_provider: 'nmi',
        rail_credentials: { security_key: '(hidden)', webhook_signing_key: '(hidden)' },
      },
    });
    expect(told.stdout + told.stderr).not.toMatch(SECRET);
    expect(await providerOf(merchant_id)).toBe('ppcp');
  });

  test.each([
    ['what is no JSON', `{"security_key": "${CREDENTIALS.security_key}"`, 'no JSON object'],
    ['a list', JSON.stringify([CREDENTIALS.security_key]), 'no JSON object'],
    ['what is without an end', CREDENTIALS.security_key.repeat(4_000), 'more than 64 KiB'],
    [
      'the two keys exchanged',
      JSON.stringify({
        ...CREDENTIALS,
        security_key: CREDENTIALS.tokenization_key,
        tokenization_key: CREDENTIALS.security_key,
      }),
      'tokenization_key',
    ],
  ])('by %s is misuse, and nothing of it is repeated', async (_what, input, sentence) => {
    const ran = await route([merchant.merchant_id, 'nmi'], input);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain(sentence);
    expect(ran.stderr).not.toMatch(SECRET);
  });

  test('to a provider that there is not is misuse', async () => {
    expect(await route([merchant.merchant_id, 'elsewhere'], '')).toMatchObject({ code: 2, stdout: '' });
    expect(await route([merchant.merchant_id], '')).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('events', () => {
  test('are listed by a filter, and replayed one by one or by a filter', async () => {
    await makeSession(world, merchant);
    const filter = ['--merchant', merchant.merchant_id, '--type', 'checkout.session.created'];
    const listed = await json('events', 'list', ...filter);
    expect(listed).toMatchObject({ total: 1, items: [{ state: 'no_subscriber' }] });
    const shown = await text('events', 'list', ...filter);
    expect(shown).toMatch(/checkout\.session\.created +no_subscriber/);
    expect(shown).toContain('`fairway listen` is no endpoint');
    expect(await text('events', 'replay', ...filter, '--dry-run')).toBe('1 event would be raised again\n');
    expect((await json('events', 'list', ...filter)).total).toBe(1);
    expect(await text('events', 'replay', ...filter)).toBe('Raised again 1 of 1 event\n');
    const id = listed.items[0].id as string;
    expect(await json('events', 'replay', id, '--dry-run')).toMatchObject({
      url: `${world.base_url}/api/operator/events/${id}/replay`,
      body: {},
    });
    expect(await json('events', 'replay', id)).toMatchObject({ replay_of_event_id: id });
    expect((await json('events', 'list', ...filter)).total).toBe(3);
  });

  test('that an endpoint missed are listed, and replayed to it alone', async () => {
    const shop = await makeConnectedMerchant(world, await makeChannel(world, 'Ferry'));
    const [down, up] = [await makeReceiver(world, shop), await makeReceiver(world, shop)];
    await makeSession(world, shop);
    await world.drain();
    const missed = ['--endpoint', down.endpoint.body.id as string, '--state', 'parked'];
    expect(await text('events', 'list', ...missed)).toBe('None.\n');
    const path = `/api/channel/webhook-endpoints/${down.endpoint.body.id}`;
    await world.control('PUT', `receivers/${down.name}`, { status: 500 });
    await makeSession(world, shop);
    await world.drain();
    await world.call('DELETE', path, { key: shop.key });
    await world.call('POST', `${path}/enable`, { key: shop.key });
    await world.control('PUT', `receivers/${down.name}`, { status: 200 });
    expect(await text('events', 'replay', ...missed, '--dry-run')).toBe('1 event would be raised again\n');
    expect(await text('events', 'replay', ...missed)).toBe('Raised again 1 of 1 event\n');
    const [{ id }] = (await json('events', 'list', ...missed)).items;
    const only = await json('events', 'replay', id, '--endpoint', down.endpoint.body.id as string);
    expect(only.deliveries).toMatchObject([{ endpoint_id: down.endpoint.body.id }]);
    await world.drain();
    expect(await up.events()).toHaveLength(2);
  });
});

describe('clock and audit', () => {
  test('the clock is shown and moved', async () => {
    const before = await json('clock', 'show');
    expect(await json('clock', 'advance', '31m', '--dry-run')).toMatchObject({ body: { seconds: 1_860 } });
    const after = await json('clock', 'advance', '31m');
    expect(after.offset_seconds - before.offset_seconds).toBe(1_860);
    expect(await text('clock', 'show')).toContain(`${after.offset_seconds} s ahead`);
  });

  test('the audit shows who did what, newest last', async () => {
    await text('clock', 'advance', '1');
    const lines = (await text('audit', 'tail', '--limit', '3')).trim().split('\n');
    expect(lines.at(-2)).toMatch(/operator +clock\.moved +clock/);
    expect(lines.at(-1)).toMatch(/^3 of \d+$/);
  });
});

test('a wrong operator token ends with 3', async () => {
  const wrong = { ...env, OPERATOR_TOKEN: 'wrong-operator-token-0123456789-0123' };
  expect(await run(['channel', 'list'], wrong)).toMatchObject({ code: 3, stdout: '' });
});

describe('the provider', () => {
  test('knows this deployment, and what does not hold is named', async () => {
    const report = await json('provider', 'ping');
    expect(report).toMatchObject({ provider: 'ppcp', environment: 'test', ok: true });
    expect(report.checks.map(({ status }: { status: string }) => status)).toEqual(Array(5).fill('ok'));
    await world.control('POST', 'faults', { operation: 'oauth.token', mode: 'error', times: 10 });
    await world.advance(86_400);
    const refused = await run(['provider', 'ping'], env);
    await world.control('DELETE', 'faults');
    expect(refused.code).toBe(1);
    expect(refused.stdout).toMatch(/✗ token/);
    expect(refused.stdout).toMatch(/- partner/);
  });
});
