import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { inTransaction } from '../../db/tx.ts';
import { uuidOf } from '../../lib/ids.ts';
import {
  newTenant,
  onboardingObject,
  startWorld,
  type Tenant,
  type World,
} from '../../../../tests/world/bare-world.ts';
import { type NewEvent, raise, raiseFragment } from './raise.ts';
import { replayEvent } from './replay-events.ts';
import { insertEndpointRow } from '../endpoints/queries.ts';
import type { Owner } from '../endpoints/owner.ts';
import { uuidAt } from '../../lib/ids.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const TYPE = 'merchant.onboarding_updated';

async function addEndpoint(
  owner: Owner,
  more: { enabled?: boolean; event_types?: string[] } = {},
): Promise<string> {
  const id = uuidAt(world.ctx.clock.now());
  const row = {
    ...{ id, url: 'https://h.test/', host: 'h.test', description: null, enabled: true, event_types: [TYPE] },
    ...{
      secret: Buffer.of(0),
      secret_key_id: null,
      secret_hint: 'abcd',
      secret_version: 1,
      created_at: world.ctx.clock.now(),
    },
    ...more,
  };
  await inTransaction(world.ctx.db, (tx) => insertEndpointRow(tx, owner, row));
  return id;
}

function eventOf(tenant: Tenant, object: NewEvent['object'] = onboardingObject(tenant)): NewEvent {
  return { type: TYPE, ...tenant, object };
}

async function raised(id: string) {
  const uuid = uuidOf(id)!;
  const events = await sql<{ state: string; body: string; type: string }>`
    select state, body, type from events where id = ${uuid}`.execute(world.ctx.db);
  const routes = await sql<{ endpoint_id: string }>`
    select endpoint_id from deliveries where event_id = ${uuid} order by endpoint_id`.execute(world.ctx.db);
  return { event: events.rows[0], endpoints: routes.rows.map((row) => row.endpoint_id) };
}

describe('raising an event', () => {
  test('freezes one line of sorted JSON without blanks, in ASCII', async () => {
    const tenant = await newTenant(world.ctx);
    const object = {
      ...{ ...onboardingObject(tenant), z: { b: [1, { d: null, c: true }], a: -0 } },
      ...{ 10: 'ten', 9: 'nine', name: 'Zoë \u2028 “x” \n', big: 1e21, small: 1e-7, é: 1 },
    };
    const id = await inTransaction(world.ctx.db, (tx) => raise(tx, world.ctx, eventOf(tenant, object)));
    const { event } = await raised(id);
    const created = JSON.parse(event!.body).created;
    expect(event!.body).toBe(
      `{"created":${created},"data":{"object":{"10":"ten","9":"nine","big":1e+21,` +
        `"checkout_enabled":true,"id":"${tenant.merchant_id}","merchant_id":"${tenant.merchant_id}",` +
        `"name":"Zo\\u00eb \\u2028 \\u201cx\\u201d \\n","onboarding_status":"completed",` +
        `"payments_enabled":true,"small":1e-7,"wallet_connection_status":"connected",` +
        `"wallet_status_reason":null,"z":{"a":0,"b":[1,{"c":true,"d":null}]},"\\u00e9":1}},` +
        `"id":"${id}","type":"${TYPE}"}`,
    );
    expect(Number.isInteger(created)).toBe(true);
  });

  test('reaches the enabled, subscribed endpoints of its channel and of its merchant, and no others', async () => {
    const [tenant, stranger] = [await newTenant(world.ctx), await newTenant(world.ctx)];
    const { channel_id, merchant_id } = tenant;
    const expected = [
      await addEndpoint({ channel_id }),
      await addEndpoint({ channel_id }),
      await addEndpoint({ merchant_id }),
    ];
    await addEndpoint({ channel_id }, { enabled: false });
    await addEndpoint({ channel_id }, { event_types: ['payment.captured'] });
    await addEndpoint({ channel_id: stranger.channel_id });
    await addEndpoint({ merchant_id: stranger.merchant_id });
    const id = await inTransaction(world.ctx.db, (tx) => raise(tx, world.ctx, eventOf(tenant)));
    const found = await raised(id);
    expect(found.endpoints.toSorted()).toEqual(expected.toSorted());
    expect(found.event!.state).toBe('routed');
  });

  test('of a direct merchant reaches the merchant’s own endpoints only', async () => {
    const { merchant_id } = await newTenant(world.ctx);
    const own = await addEndpoint({ merchant_id });
    const event = { ...eventOf({ merchant_id, channel_id: '' }), channel_id: null };
    const id = await inTransaction(world.ctx.db, (tx) => raise(tx, world.ctx, event));
    expect((await raised(id)).endpoints).toEqual([own]);
  });

  test('notes what it tells of, and so does a replay of it', async () => {
    const tenant = await newTenant(world.ctx);
    const more = { transaction_id: 'a transaction' };
    const event = eventOf(tenant, { ...onboardingObject(tenant), ...more });
    const id = await inTransaction(world.ctx.db, (tx) => raise(tx, world.ctx, event));
    const replayed = await replayEvent(world.ctx, uuidOf(id)!);
    const { rows } = await sql<{ id: string; about: string | null }>`
      select id, about from events where about = ${more.transaction_id} order by id`.execute(world.ctx.db);
    expect(rows.map((row) => row.id)).toEqual([uuidOf(id), replayed]);
  });

  test('without a subscriber is kept as no_subscriber', async () => {
    const tenant = await newTenant(world.ctx);
    const id = await inTransaction(world.ctx.db, (tx) => raise(tx, world.ctx, eventOf(tenant)));
    expect(await raised(id)).toMatchObject({ event: { state: 'no_subscriber' }, endpoints: [] });
  });

  test('wakes the deliveries once behind its commit, and not where there are none', async () => {
    const tenant = await newTenant(world.ctx);
    const wake = vi.fn<(what: string) => void>();
    const raiseTwice = () =>
      inTransaction(world.ctx.db, async (tx) => {
        for (let n = 0; n < 2; n += 1) await raise(tx, { ...world.ctx, wake }, eventOf(tenant));
        expect(wake).not.toHaveBeenCalled();
      });
    await raiseTwice();
    expect(wake).not.toHaveBeenCalled();
    await addEndpoint({ channel_id: tenant.channel_id });
    await raiseTwice();
    expect(wake.mock.calls).toEqual([['deliveries']]);
  });

  test('leaves nothing behind when its transaction does not commit', async () => {
    const tenant = await newTenant(world.ctx);
    await addEndpoint({ channel_id: tenant.channel_id });
    let id = '';
    const failing = inTransaction(world.ctx.db, async (tx) => {
      id = await raise(tx, world.ctx, eventOf(tenant));
      throw new Error('the payment failed');
    });
    await expect(failing).rejects.toThrow('the payment failed');
    expect(await raised(id)).toEqual({ event: undefined, endpoints: [] });
  });

  test('is part of a larger statement, and depends on its rows', async () => {
    const tenant = await newTenant(world.ctx);
    const endpoint = await addEndpoint({ channel_id: tenant.channel_id });
    const [happens, not] = [true, false].map((holds) => ({
      holds,
      fragment: raiseFragment(world.ctx.clock, [eventOf(tenant)], sql`exists (select from first)`),
    }));
    for (const { holds, fragment } of [happens!, not!]) {
      const { rows } = await sql`
        with first as (select 1 where ${holds}::boolean), ${fragment.ctes} select id from raised`.execute(
        world.ctx.db,
      );
      expect(rows).toHaveLength(holds ? 1 : 0);
    }
    expect((await raised(happens!.fragment.event_ids[0]!)).endpoints).toEqual([endpoint]);
    expect((await raised(not!.fragment.event_ids[0]!)).event).toBeUndefined();
  });

  test('of several in one statement each goes to its own endpoints, if its own condition holds', async () => {
    const tenants = [await newTenant(world.ctx), await newTenant(world.ctx), await newTenant(world.ctx)];
    const endpoints = [];
    for (const { channel_id } of tenants.slice(1)) endpoints.push(await addEndpoint({ channel_id }));
    const events = tenants.map((tenant) => eventOf(tenant));
    const { event_ids, ctes } = raiseFragment(
      world.ctx.clock,
      events,
      sql`place in (select place from wanted)`,
    );
    await sql`with wanted as (select unnest(array[0, 2]) as place), ${ctes} select from raised`.execute(
      world.ctx.db,
    );
    const [unheard, unwanted, heard] = await Promise.all(event_ids.map(raised));
    expect(unheard).toMatchObject({ event: { state: 'no_subscriber' }, endpoints: [] });
    expect(unwanted).toEqual({ event: undefined, endpoints: [] });
    expect(heard).toMatchObject({ event: { state: 'routed' }, endpoints: [endpoints[1]] });
    expect(JSON.parse(heard!.event!.body).data.object.merchant_id).toBe(tenants[2]!.merchant_id);
  });

  test('refuses an object that lacks what its type always has, or names another merchant', async () => {
    const tenant = await newTenant(world.ctx);
    const attempt = (event: NewEvent) => inTransaction(world.ctx.db, (tx) => raise(tx, world.ctx, event));
    const { merchant_id: _merchant, ...others } = onboardingObject(tenant);
    await expect(attempt(eventOf(tenant, others))).rejects.toThrow('lacks merchant_id');
    const foreign = { ...others, merchant_id: 'x' };
    await expect(attempt(eventOf(tenant, foreign))).rejects.toThrow('another merchant');
    await expect(attempt(eventOf(tenant, [1]))).rejects.toThrow('JSON object');
    await expect(attempt({ ...eventOf(tenant), type: 'text_to_pay.paid' })).rejects.toThrow(
      'lacks external_order_id',
    );
  });
});
