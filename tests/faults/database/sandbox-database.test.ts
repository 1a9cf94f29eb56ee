import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withConnection } from '../../../dev/connection.ts';
import {
  ALL_FEATURES,
  type Answered,
  approvedOrder,
  assertion,
  type Bench,
  capturedOrder,
  type Json,
  orderBody,
  SELLER,
  startBench,
} from '../../../sandbox/tests/bench.ts';
import { ask } from '../world/private-postgres.ts';
import { startTcpProxy, type TcpProxy } from '../world/tcp-proxy.ts';

// The sandbox may run in the process of the service, over the same server. What happens to its database is an answer
// of a provider that is out of order, and never an end of the process, a call without an answer or a notice lost.

const LOSSES = ['ended by the server', 'cut by an end', 'cut by a reset'] as const;
const PAYERS = 6;
const ROUNDS = 15;
const ROUND_MS = 60;
const PARALLEL = 30;
const TRIES_MAX = 100;
// The sender looks for what is due twice a second.
const TWO_POLLS_MS = 1_100;

let door: TcpProxy;
let bench: Bench;
beforeAll(async () => {
  bench = await startBench(async (url) => {
    door = await startTcpProxy(Number(new URL(url).port));
    return Object.assign(new URL(url), { port: String(door.port) }).href;
  });
});
afterAll(async () => {
  await bench.close();
  await door.close();
});
beforeEach(async () => {
  await bench.control('POST', '/reset', {});
  await bench.control('PATCH', `/accounts/${SELLER}`, { granted: ALL_FEATURES });
  await bench.bearer();
  bench.hearing.status = 200;
  bench.heard.length = 0;
});

const endBackends = () =>
  ask(
    bench.direct_url,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'sandbox'`,
  );
const lose = async (loss: (typeof LOSSES)[number]) => {
  if (loss === 'ended by the server') await endBackends();
  else door.cut(loss === 'cut by an end' ? 'fin' : 'rst');
};
/** Runs `work` while nobody can write a record. */
const whileLocked = (work: () => Promise<void>) =>
  withConnection(bench.direct_url, async (admin) => {
    await admin.query('begin; lock table records in exclusive mode');
    await work();
    await admin.query('rollback');
  });
const someoneWaits = () =>
  expect
    .poll(() =>
      ask(bench.direct_url, `select 1 from pg_locks where not granted and relation = 'records'::regclass`),
    )
    .not.toEqual([]);
/** A webhook that answers when it is told to, and from then on at once. */
const startHoldingReceiver = async () => {
  const told = Promise.withResolvers<void>();
  let taken = 0;
  const server = createServer((_request, response) => {
    taken += 1;
    void told.promise.then(() => response.end());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    taken: () => taken,
    answer: told.resolve,
    close: () => server[Symbol.asyncDispose](),
  };
};
const capture = (orderId: string) => bench.api('POST', `/v2/checkout/orders/${orderId}/capture`, {});
/** What the books hold, told apart by whether the notice of it was heard. */
const untold = async (type: string, kind: string) => {
  const told = new Set(
    bench.heard.filter(({ event }) => event['event_type'] === type).map(({ event }) => event['resource'].id),
  );
  const { body } = await bench.control('GET', '/snapshot');
  const records = (body['records'] as Json[]).filter((record) => record.kind === kind);
  return { held: records.length, untold: records.filter(({ id }) => !told.has(id)).map(({ id }) => id) };
};

/** An order that is paid, however often a busy machine has no connection for one of so many at once. */
const insistOnPaying = async () => {
  for (let left = TRIES_MAX; ; left -= 1) {
    try {
      return await capturedOrder(bench);
    } catch (error) {
      if (left === 0) throw error;
      await wait(ROUND_MS);
    }
  }
};

test.each(LOSSES)('a capture whose connection is %s is answered 503, and can be made again', async (loss) => {
  const order = await approvedOrder(bench);
  await whileLocked(async () => {
    const answer = capture(order);
    await someoneWaits();
    await lose(loss);
    expect(await answer).toMatchObject({ status: 503, body: { name: 'SERVICE_UNAVAILABLE' } });
  });
  expect((await capture(order)).status).toBe(201);
  await bench.sandbox.drain();
  expect(await untold('PAYMENT.CAPTURE.COMPLETED', 'capture')).toEqual({ held: 1, untold: [] });
});

test('every connection is ended again and again under traffic: all is answered, and no notice is lost', async () => {
  const statuses = new Set<number>();
  let isOver = false;
  const note = (answer: Answered) => {
    statuses.add(answer.status);
    return answer;
  };
  const pay = async () => {
    const created = note(await bench.api('POST', '/v2/checkout/orders', orderBody()));
    if (created.status !== 201 && created.status !== 200) return;
    const id = String(created.body['id']);
    const approved = note(await bench.control('POST', `/orders/${id}/approve`, {}));
    if (approved.status === 200) note(await capture(id));
  };
  const payers = Array.from({ length: PAYERS }, async () => {
    while (!isOver) await pay();
  });
  for (let round = 0; round < ROUNDS; round += 1) {
    await wait(Math.random() * ROUND_MS);
    await endBackends();
  }
  isOver = true;
  await Promise.all(payers);
  expect([...statuses].filter((status) => ![200, 201, 503].includes(status))).toEqual([]);

  const captured = await Promise.all(Array.from({ length: PARALLEL }, insistOnPaying));
  await bench.sandbox.drain();
  const { held, untold: missing } = await untold('PAYMENT.CAPTURE.COMPLETED', 'capture');
  expect(missing).toEqual([]);
  expect(held).toBeGreaterThanOrEqual(captured.length);
});

test('while the database is away all is answered 503, and what was due is sent when it is back', async () => {
  bench.hearing.status = 500;
  const { capture: taken } = await capturedOrder(bench);
  await bench.sandbox.drain();
  bench.heard.length = 0;
  bench.hearing.status = 200;

  await door.refuse();
  bench.advance(3_600);
  const answers = await Promise.all([
    bench.token(),
    bench.api('POST', '/v2/checkout/orders', {}, assertion()),
    bench.control('GET', '/orders'),
    bench.call('GET', '/inspector/orders'),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);

  await door.pass();
  const isTold = () => bench.heard.some(({ event }) => event['resource'].id === taken['id']);
  await expect.poll(isTold).toBe(true);
  expect((await capturedOrder(bench)).capture['status']).toBe('COMPLETED');
});

test('while the database does not answer a call is answered before whoever asked must have recorded it', async () => {
  const order = await approvedOrder(bench);
  await whileLocked(async () => {
    // Has as long for a lock as a reset needs, and was there first.
    const patient = bench.control('POST', '/accounts', { kind: 'personal' }).then(() => 'the control');
    await someoneWaits();
    const call = capture(order).then(({ status }) => status);
    expect(await Promise.race([patient, call])).toBe(503);
    await patient;
  });
  expect((await capture(order)).status).toBe(201);
});

test('a pass that fails for one webhook does not send a second time what another has not answered', async () => {
  const [slow, failing] = await Promise.all([startHoldingReceiver(), startHoldingReceiver()]);
  for (const { url } of [slow, failing]) {
    const body = { url, event_types: [{ name: 'CHECKOUT.ORDER.APPROVED' }] };
    expect((await bench.api('POST', '/v1/notifications/webhooks', body)).status).toBe(201);
  }
  await approvedOrder(bench);
  await expect.poll(() => [slow.taken(), failing.taken()]).toEqual([1, 1]);
  await whileLocked(async () => {
    failing.answer();
    await someoneWaits();
    await endBackends();
  });
  await wait(TWO_POLLS_MS);
  expect(slow.taken()).toBe(1);
  slow.answer();
  await expect.poll(() => failing.taken()).toBe(2);
  await bench.sandbox.drain();
  expect([slow.taken(), failing.taken()]).toEqual([1, 2]);
  await Promise.all([slow.close(), failing.close()]);
});
