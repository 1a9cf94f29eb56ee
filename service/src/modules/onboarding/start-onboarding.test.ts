import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  CALLER,
  connectedMerchant,
  type ModuleWorld,
  refusalOf,
  startModuleWorld,
  trailOf,
} from '../../../../tests/world/module-world.ts';
import { noBecause, UNREACHABLE } from '../../../../tests/world/scripted-rail.ts';
import { refreshMerchant } from './refresh.ts';
import { startOnboarding } from './start-onboarding.ts';

let world: ModuleWorld;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());

test('who started it stands in the trail, once for each attempt', async () => {
  const { merchant_id } = await connectedMerchant(world);
  const start = (reconnect: boolean) => startOnboarding(world.ctx, { merchant_id, actor: CALLER, reconnect });
  expect(await refusalOf(start(false))).toBe('onboarding_complete');
  const minted = { kind: 'minted', action_url: 'https://wallet.example/again' } as const;
  world.script.answer('onboarding.startReferral', UNREACHABLE, minted);
  expect(await refusalOf(start(true))).toBe('onboarding_unreachable');
  expect(await start(true)).toEqual({ action_url: minted.action_url });
  const started = (reconnect: boolean) => [CALLER, 'onboarding.started', { reconnect }];
  expect((await trailOf(world, merchant_id)).slice(1)).toEqual([started(false), started(true)]);
});

test('a merchant’s account is looked for by the links that it was given, and by no other merchant’s', async () => {
  const { ctx, script } = world;
  const first = await connectedMerchant(world);
  await connectedMerchant(world);
  const { tracking_id } = await ctx.db
    .selectFrom('onboarding_attempts')
    .select('tracking_id')
    .where('merchant_id', '=', first.merchant_id)
    .executeTakeFirstOrThrow();
  script.beginAnew();
  script.answer('onboarding.findSeller', { kind: 'missing' });
  script.answer('onboarding.readSeller', UNREACHABLE);
  await refreshMerchant(ctx, first.merchant_id);
  expect(script.asked('onboarding.findSeller')).toEqual([tracking_id]);
});

test('an attempt that nobody heard of is repeated for its own merchant alone', async () => {
  const { ctx, script } = world;
  const [first, other] = [await connectedMerchant(world), await connectedMerchant(world)];
  const minted = { kind: 'minted', action_url: 'https://wallet.example/again' } as const;
  script.beginAnew();
  script.answer('onboarding.startReferral', UNREACHABLE, minted, minted);
  const start = ({ merchant_id }: { merchant_id: string }) =>
    startOnboarding(ctx, { merchant_id, actor: CALLER, reconnect: true });
  expect(await refusalOf(start(first))).toBe('onboarding_unreachable');
  await start(other);
  await start(first);
  const [unheard, ofOther, again] = script.asked('onboarding.startReferral').map((one) => one.request_id);
  expect([again === unheard, ofOther === unheard]).toEqual([true, false]);
});

test('a link that was handed out stays one, whatever another call of its attempt is answered', async () => {
  const { ctx, script } = world;
  const { merchant_id } = await connectedMerchant(world);
  const minted = { kind: 'minted', action_url: 'https://wallet.example/again' } as const;
  const start = () => startOnboarding(ctx, { merchant_id, actor: CALLER, reconnect: true });
  script.beginAnew();
  script.answerBy('onboarding.startReferral', async () => {
    script.answer('onboarding.startReferral', minted);
    expect(await start()).toEqual({ action_url: minted.action_url });
    return { kind: 'refused', refusal: noBecause('DUPLICATE_REQUEST') };
  });
  expect(await refusalOf(start())).toBe('onboarding_refused');
  script.answer('onboarding.findSeller', { kind: 'missing' });
  script.answer('onboarding.readSeller', UNREACHABLE);
  await refreshMerchant(ctx, merchant_id);
  const { request_id } = script.asked('onboarding.startReferral')[0]!;
  expect(script.asked('onboarding.findSeller')).toEqual([request_id]);
});
