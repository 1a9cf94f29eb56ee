import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeCapture,
  makeChannel,
  makeConnectedMerchant,
  makeReceiver,
  refund,
} from '../../tests/world/actors.ts';
import { startWorld, type World } from '../../tests/world/world.ts';
import { run } from '../cli.fixture.ts';

const NOBODY = '01900000-0000-7000-8000-000000000000';

let world: World;
let env: Record<string, string>;
beforeAll(async () => {
  world = await startWorld();
  env = { BASE_URL: world.base_url, OPERATOR_TOKEN: world.operator_token, FAIRWAY_HOME: '/nowhere' };
});
afterAll(() => world.close());

async function text(...args: string[]): Promise<string> {
  const ran = await run(args, env);
  expect(ran, ran.stderr).toMatchObject({ code: 0, stderr: '' });
  return ran.stdout;
}

test('one id leads to the payment around it, for a person and for a program', async () => {
  const shop = await makeConnectedMerchant(world, await makeChannel(world, 'Support'));
  await makeReceiver(world, shop);
  const { capture_id, session_id } = await makeCapture(world, shop, {
    amount: '50.00',
    external_order_id: 'order 17',
  });
  await refund(world, shop, capture_id, { amount: '12.50' });
  await world.drain();
  const shown = await text('lookup', capture_id);
  for (const line of [
    new RegExp(`^known as +by +id[^]*transaction +provider_capture_id .*${shop.merchant_id}`),
    new RegExp(`Payment of merchant Corner Shop \\(${shop.merchant_id}\\) of channel Support`),
    new RegExp(`session +completed +50\\.00 USD .*${session_id} +order number order 17`),
    new RegExp(`transaction +captured +50\\.00 USD .*${capture_id} .*returned 12\\.50 USD`),
    /attempt +done/,
    /refund +completed +12\.50 USD .*api/,
    /payment\.refunded +routed .*delivered \(1\)/,
  ]) {
    expect(shown).toMatch(line);
  }
  const found = JSON.parse(await text('lookup', 'order 17', '--merchant', shop.merchant_id, '--json'));
  expect(found.payments).toMatchObject([{ session: { id: session_id }, needs_person: false }]);
  const stranger = ['lookup', capture_id, '--merchant', NOBODY];
  expect(await run(stranger, env)).toMatchObject({ code: 4, stdout: '' });
  expect(await run(['lookup'], env)).toMatchObject({ code: 2 });
});

test('what waits for a person is said above the payment', async () => {
  const shop = await makeConnectedMerchant(world, await makeChannel(world, 'Waiting'));
  const { capture_id } = await makeCapture(world, shop, { amount: '50.00' });
  await world.control('POST', 'faults', { operation: 'captures.refund', mode: 'error', times: 100 });
  await refund(world, shop, capture_id, { amount: '12.50' });
  expect(await text('lookup', capture_id)).not.toContain('needs a person');
  await world.advance(8 * 86_400);
  const shown = await text('lookup', capture_id);
  expect(shown).toContain('\nIt needs a person: see');
  expect(shown).toMatch(/unsettled +unknown +12\.50 USD .*refund, needs a person/);
  await world.control('DELETE', 'faults');
});
