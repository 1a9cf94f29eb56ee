import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import { asCaller } from '../../../../postgres/caller.ts';
import { holdNextCommit, loseNextCommit } from '../../../../tests/world/lost-commit.ts';
import {
  CALLER,
  connectedMerchant,
  fingerprintOf,
  type ModuleWorld,
  refused,
  startModuleWorld,
} from '../../../../tests/world/module-world.ts';
import { newProviderId } from '../../../../tests/world/scripted-rail.ts';
import type { SendMessageOutcome } from '../../carrier/carrier.ts';
import { isUnavailable } from '../../db/tx.ts';
import { orThrow } from '../../refused.ts';
import { billingOf } from './bill-request.ts';
import { ASKED } from '../payment-requests/requests.fixture.ts';
import { sendRequest } from './send-request.ts';

// Less than the server itself lets a statement take.
const PATIENCE_MS = 2_000;

let world: ModuleWorld;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());
beforeEach(() => world.script.beginAnew());
afterEach(() => expect(world.script.unused()).toEqual([]));

test('that a message whose commit was lost was never sent ends no other of its request', async () => {
  const { ctx, script } = world;
  const { merchant_id } = await connectedMerchant(world);
  const answer = Promise.withResolvers<SendMessageOutcome>();
  const texted: string[] = [];
  const carrier = {
    send: ({ body }: { body: string }) => {
      texted.push(body);
      return answer.promise;
    },
    find: async () => ({ kind: 'missing' }) as const,
    hear: () => null,
  };
  const key = { key: randomUUID(), fingerprint: fingerprintOf('text') };
  const send = () =>
    sendRequest({ ...ctx, carrier }, { merchant_id, actor: CALLER, asked: ASKED, key }).then(orThrow);
  const provider_invoice_id = newProviderId('INV');
  script.answer('invoices.draft', { kind: 'drafted', provider_invoice_id });
  script.answer('invoices.publish', { kind: 'payable', pay_url: 'https://pay.example/one' });
  const lost = await loseNextCommit(ctx.db, { table: 'text_to_pay_requests', when: "new.step = 'message'" });
  const first = refused(send()).catch((error: unknown) => isUnavailable(error));
  await lost.begun();
  const second = send();
  expect(await first).toBe(true);
  await expect.poll(() => texted).toHaveLength(1);
  await lost.over();
  const third = send();
  answer.resolve({ kind: 'taken', message: { message_id: newProviderId('SM'), status: 'queued' } });
  const { request } = await second;
  expect(request.state).toBe('pending');
  expect([(await third).request.id, texted.length]).toEqual([request.id, 1]);
});

test('a request that is committed when its caller has gone is known as not sent, and its key is free', async () => {
  const { ctx, script, database_url } = world;
  const { merchant_id } = await connectedMerchant(world);
  const message = { message_id: newProviderId('SM'), status: 'queued' } as const;
  const carrier = {
    send: async () => ({ kind: 'taken', message }) as const,
    find: async () => ({ kind: 'missing' }) as const,
    hear: () => null,
  };
  const key = { key: randomUUID(), fingerprint: fingerprintOf('text') };
  const send = () =>
    sendRequest({ ...ctx, carrier }, { merchant_id, actor: CALLER, asked: ASKED, key }).then(orThrow);
  const states = () =>
    ctx.db
      .selectFrom('text_to_pay_requests')
      .select(['state', 'idempotency_key'])
      .where('merchant_id', '=', merchant_id)
      .execute();
  const held = await holdNextCommit(database_url, 'text_to_pay_requests');
  const caller = { lane: 'text_to_pay.send', leftMs: PATIENCE_MS };
  const isGivenUp = await asCaller(caller, () => refused(send())).catch(isUnavailable);
  expect([isGivenUp, await states()]).toEqual([true, []]);
  await held.release();
  await expect.poll(states).toEqual([{ state: 'refused', idempotency_key: null }]);
  script.answer('invoices.draft', { kind: 'drafted', provider_invoice_id: newProviderId('INV') });
  script.answer('invoices.publish', { kind: 'payable', pay_url: 'https://pay.example/late' });
  expect((await send()).request.state).toBe('pending');
});

test('an invoice that is recorded again changes nothing of what was texted since', async () => {
  const { ctx, script } = world;
  const { merchant_id } = await connectedMerchant(world);
  const message = { message_id: newProviderId('SM'), status: 'queued' } as const;
  const carrier = {
    send: async () => ({ kind: 'taken', message }) as const,
    find: async () => ({ kind: 'missing' }) as const,
    hear: () => null,
  };
  script.answer('invoices.draft', { kind: 'drafted', provider_invoice_id: newProviderId('INV') });
  script.answer('invoices.publish', { kind: 'payable', pay_url: 'https://pay.example/two' });
  const of = { merchant_id, actor: CALLER, asked: ASKED, key: null };
  const { request } = await sendRequest({ ...ctx, carrier }, of).then(orThrow);
  const row = () =>
    ctx.db.selectFrom('text_to_pay_requests').selectAll().where('id', '=', request.id).execute();
  const before = await row();
  ctx.clock.move(1);
  const intent = { request, invoices: script.rail.invoices!, held_until: ctx.clock.now() };
  await billingOf(ctx).record(intent, { kind: 'payable', pay_url: 'https://pay.example/two' });
  expect(await row()).toEqual(before);
});

test('whoever waits for an invoice texts it when the call that made it is no more', async () => {
  const { ctx, script } = world;
  const { merchant_id } = await connectedMerchant(world);
  const message = { message_id: newProviderId('SM'), status: 'queued' } as const;
  const carrier = {
    send: async () => ({ kind: 'taken', message }) as const,
    find: async () => ({ kind: 'missing' }) as const,
    hear: () => null,
  };
  const key = { key: randomUUID(), fingerprint: fingerprintOf('text') };
  const send = (as: typeof ctx) =>
    sendRequest(as, { merchant_id, actor: CALLER, asked: ASKED, key }).then(orThrow);
  const asked = Promise.withResolvers<void>();
  const waits = Promise.withResolvers<void>();
  const first = { ...ctx, carrier: carrier as typeof ctx.carrier };
  script.answer('invoices.draft', { kind: 'drafted', provider_invoice_id: newProviderId('INV') });
  script.answerBy('invoices.publish', async () => {
    asked.resolve();
    await waits.promise;
    // So it gets no further than its invoice.
    first.carrier = null;
    return { kind: 'payable', pay_url: 'https://pay.example/three' };
  });
  const refusal = refused(send(first));
  await asked.promise;
  const now = () => {
    waits.resolve();
    return ctx.clock.now();
  };
  const { request } = await send({ ...ctx, carrier, clock: { ...ctx.clock, now } });
  expect([await refusal, request.state]).toEqual([expect.anything(), 'pending']);
});
