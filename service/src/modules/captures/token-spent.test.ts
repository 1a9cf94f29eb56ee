import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  connectedMerchant,
  type ModuleWorld,
  openSession,
  refusalOf,
  startModuleWorld,
  transactionOf,
} from '../../../../tests/world/module-world.ts';
import { newProviderId, noBecause, taken, UNREACHABLE } from '../../../../tests/world/scripted-rail.ts';
import type { RefusalCause } from '../../rails/rail.ts';
import { orThrow } from '../../refused.ts';
import { createBuyerOrder } from '../orders/index.ts';
import { captureMerchantOrder } from './capture-order.ts';
import { readBackOrder } from './read-back.ts';

// What the provider's fields gave for a card is good for one try to take the money.
let world: ModuleWorld;
beforeAll(async () => {
  world = await startModuleWorld({ approval: 'fields' });
});
afterAll(() => world.close());
afterEach(() => expect(world.script.unused()).toEqual([]));

async function opened() {
  world.script.beginAnew();
  const merchant = await connectedMerchant(world);
  const { id: session_id } = await openSession(world, merchant);
  const provider_order_id = newProviderId('order');
  const made = { kind: 'created', provider_order_id, approve_url: null, in_hand: 'token' } as const;
  world.script.answer('payments.open', made);
  orThrow(await createBuyerOrder(world.ctx, { session_id, origin: undefined, payment_token: 'token' }));
  const { merchant_id } = merchant;
  const wanted = { merchant_id, order_id: provider_order_id };
  return async () => orThrow(await captureMerchantOrder(world.ctx, wanted)).transaction;
}

const refused = (by: RefusalCause) => ({ kind: 'refused', by, refusal: noBecause('NO') }) as const;
const keptTokens = async () =>
  (await world.ctx.db.selectFrom('tokens_in_hand').select('key_id').execute()).length;
const handed = () => world.script.asked('payments.take').map(({ in_hand }) => in_hand);

test('a card that was declined is not tried again by what was given for it', async () => {
  const capture = await opened();
  world.script.answer('payments.take', refused('buyer'), refused('not_approved'));
  expect(await refusalOf(capture())).toBe('payment_declined');
  expect(await refusalOf(capture())).toBe('order_not_approved');
  expect(handed()).toEqual(['token', null]);
});

test('that a notice of the first decline ends the second try changes nothing of what that one answers', async () => {
  const capture = await opened();
  world.script.answer('payments.take', refused('buyer'));
  expect(await refusalOf(capture())).toBe('payment_declined');
  world.script.answerBy('payments.take', async () => {
    const [{ id }] = (await world.ctx.db
      .selectFrom('capture_attempts')
      .select('transaction_id as id')
      .where('state', '=', 'sending')
      .execute()) as [{ id: string }];
    const { order } = taken({ status: 'declined', status_raw: 'DECLINED' });
    world.script.answer('payments.find', { kind: 'found', order });
    expect(await readBackOrder(world.ctx, await transactionOf(world, id))).toBe('declined');
    return refused('not_approved');
  });
  expect(await refusalOf(capture())).toBe('order_not_approved');
});

test('a provider that certainly was not reached is handed it again', async () => {
  const capture = await opened();
  world.script.answer('payments.take', UNREACHABLE, taken());
  expect(await refusalOf(capture())).toBe('provider_unavailable');
  expect((await capture()).status).toBe('captured');
  expect(handed()).toEqual(['token', 'token']);
});

test('nothing is kept of a card once the money was taken', async () => {
  const before = await keptTokens();
  const capture = await opened();
  expect(await keptTokens()).toBe(before + 1);
  world.script.answer('payments.take', taken());
  await capture();
  expect(await keptTokens()).toBe(before);
});
