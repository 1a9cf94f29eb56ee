import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, until, type World } from '../../../../tests/world/bare-world.ts';
import { deliveryNotifier, listenForDeliveries } from './notify.ts';

const log = pino({ level: 'silent' });
let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

test('a burst of wake-ups reaches a dispatcher elsewhere, the last of it too', async () => {
  let woken = 0;
  const listening = listenForDeliveries(world.ctx.config.database_url, () => (woken += 1), log);
  await until(() => woken > 0);
  woken = 0;
  const notifier = deliveryNotifier(world.ctx.db, log);
  for (let n = 0; n < 1_000; n += 1) notifier.wake();
  await until(() => woken >= 2);
  expect(woken).toBe(2);
  notifier.close();
  await listening.close();
});
