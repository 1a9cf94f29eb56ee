import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  CALLER,
  connectedMerchant,
  type ModuleWorld,
  refusalOf,
  startModuleWorld,
  trailOf,
} from '../../../../tests/world/module-world.ts';
import { UNREACHABLE } from '../../../../tests/world/scripted-rail.ts';
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
