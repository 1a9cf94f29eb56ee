import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeChannel, makeConnectedMerchant, type TestMerchant } from '../../tests/world/actors.ts';
import { messagesTo, newPhone, readText, sendText } from '../../tests/world/texts.ts';
import { startWorld, type World } from '../../tests/world/world.ts';
import { run } from '../cli.fixture.ts';

let world: World;
let merchant: TestMerchant;
let env: Record<string, string>;
beforeAll(async () => {
  world = await startWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
  env = {
    BASE_URL: world.base_url,
    CHANNEL_KEY: merchant.key,
    MERCHANT_ID: merchant.merchant_id,
    OPERATOR_TOKEN: world.operator_token,
    FAIRWAY_HOME: '/nowhere',
  };
});
afterAll(() => world.close());

async function text(...args: string[]): Promise<string> {
  const ran = await run(['text', ...args], env);
  expect(ran, ran.stderr).toMatchObject({ code: 0, stderr: '' });
  return ran.stdout;
}
const json = async (...args: string[]) => JSON.parse(await text(...args, '--json'));
const ABOUT = [
  ...['--amount-cents', '15000', '--first-name', 'Jo', '--last-name', 'Rivera'],
  ...['--topic', 'Boiler service', '--instructions', 'Thank you.', '--external-order-id', 'invoice-204'],
];

test('a link to pay is texted, listed, shown and canceled', async () => {
  const phone = newPhone();
  const sent = await json('send', phone, ...ABOUT);
  expect(sent).toEqual(await readText(world, merchant, sent.id));
  expect(await messagesTo(world, phone)).toHaveLength(1);
  const row = new RegExp(`^${sent.id}  pending +150\\.00 USD +…${phone.slice(-4)} +invoice-204`, 'm');
  expect(await text('list')).toMatch(row);
  expect(await text('list')).not.toContain(phone);
  expect(await text('show', sent.id)).toContain(`Jo Rivera, ${phone}`);
  const canceled = await text('cancel', sent.id);
  expect(canceled).toMatch(/status +canceled[^]*payment +none\n/);
  expect(canceled).not.toContain('yet');
  expect((await json('list', '--status', 'canceled')).items).toHaveLength(1);
  expect(await text('list', '--limit', '1')).toMatch(/\n1 of 1\n$/);
  expect(await text('list', '--status', 'paid')).toBe('None.\n');
  expect((await run(['text', 'cancel', sent.id], env)).code).toBe(5);
});

test('a rehearsal makes no call', async () => {
  const before = (await json('list')).total;
  expect(await json('send', '415 555 0132', ...ABOUT, '--dry-run')).toMatchObject({
    dry_run: true,
    method: 'POST',
    url: `${world.base_url}/api/text-to-pay/requests`,
    body: { phone: '415 555 0132', amount_cents: 15_000, external_order_id: 'invoice-204' },
  });
  expect(await text('cancel', 'x', '--dry-run')).toContain('Would send POST');
  expect((await json('list')).total).toBe(before);
});

test('the operator settles one that nobody heard of', async () => {
  await world.control('POST', 'faults', { operation: 'messages.send', mode: 'error', times: 1 });
  const { id, status } = (await sendText(world, merchant)).body;
  expect(status).toBe('sending');
  expect(await text('settle', id, 'canceled')).toBe(`Settled: payment request ${id} is canceled\n`);
});

test.each([
  [
    ['send', '415 555 0132', '--first-name', 'Jo', '--topic', 'Tea'],
    '--amount-cents is missing, --last-name is missing',
  ],
  [['send', '415 555 0132', ...ABOUT, '--amount-cents', '1.5'], '--amount-cents takes a whole number'],
  [['list', '--status', 'lost'], '--status is one of'],
  [['settle', 'x', 'paid'], 'the status is pending or canceled'],
])('%j is misuse', async (args, told) => {
  const ran = await run(['text', ...args], env);
  expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining(told)]);
});
