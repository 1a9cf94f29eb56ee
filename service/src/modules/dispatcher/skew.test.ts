import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { movableClock } from '../../lib/clock.ts';
import { call, newTenant, raiseFor, startWorld, type World } from '../../../../tests/world/bare-world.ts';
import { endpointRoutes } from '../endpoints/index.ts';
import { type Dispatcher, newDispatcher } from './dispatcher.ts';
import { UNSENT } from '../../poster/exchange.ts';
import { recorder } from '../deliveries/index.ts';

const HOST = 'hooks.example.test';

let world: World;
beforeAll(async () => {
  world = await startWorld({ connectTo: { [HOST]: 9 } });
});
afterAll(() => world.close());

/** A dispatcher of a host that is so many seconds off the database, and what it claims. */
function dispatcherOf(skewSeconds: number): { dispatcher: Dispatcher; claimed: string[] } {
  const { db, log } = world.ctx;
  const clock = movableClock(0, { wallMs: () => 1_000_000 + skewSeconds * 1_000, steadyMs: () => 0 });
  clock.follow({ databaseMs: 1_000_000, askedMs: 0, answeredMs: 0 });
  const claimed: string[] = [];
  const post = async ({ event_id }: { event_id: string }) => {
    claimed.push(event_id);
    return { ...UNSENT, remote_ip: null, started_at: new Date(0), ms: 0 };
  };
  const poster = { post, abort: () => undefined, close: () => undefined };
  const attempt = { poster, record: recorder(db, clock), clock, random: () => 0, scale: 1, log };
  const unheard = { onRetry: () => undefined, onRoom: () => undefined };
  return { dispatcher: newDispatcher({ db, clock, log, leaseSeconds: 30, attempt, ...unheard }), claimed };
}

test('a host a quarter of an hour off signs nothing: it leaves deliveries to the others, uncounted', async () => {
  const tenant = await newTenant(world.ctx);
  const scope = { kind: 'channel', key_id: tenant.channel_id, channel_id: tenant.channel_id } as const;
  const body = { url: `https://${HOST}/hook`, event_types: ['merchant.onboarding_updated'] };
  await call(endpointRoutes(world.ctx), 'endpoints.create', { scope, body });
  await raiseFor(world.ctx, tenant);
  for (const skewSeconds of [900, -900, 61]) {
    expect(await dispatcherOf(skewSeconds).dispatcher.pass()).toBe(false);
  }
  const { rows } = await sql<object>`select state, attempts from deliveries`.execute(world.ctx.db);
  expect(rows).toEqual([{ state: 'due', attempts: 0 }]);
  const near = dispatcherOf(-60);
  await near.dispatcher.pass();
  await near.dispatcher.allEnded(5_000);
  expect(near.claimed).toHaveLength(1);
});
