import { createPublicKey, verify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  approvedOrder,
  beginAnew,
  type Bench,
  type HeardNotice,
  startBench,
  WALLET,
} from '../../tests/bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());
beforeEach(() => beginAnew(bench));

const isSigned = async ({ headers, raw }: HeardNotice): Promise<boolean> => {
  const of = (name: string): string => String(headers[`paypal-${name}`]);
  const certificate = new X509Certificate(await (await fetch(of('cert-url'))).text());
  const text = `${of('transmission-id')}|${of('transmission-time')}|${WALLET.webhook_id}|${crc32(raw)}`;
  const signature = Buffer.from(of('transmission-sig'), 'base64');
  return verify('sha256', Buffer.from(text), createPublicKey(certificate.toString()), signature);
};

const postBack = async (notice: HeardNotice, event: string): Promise<string> => {
  const of = (name: string): string => String(notice.headers[`paypal-${name}`]);
  const body =
    `{"webhook_event": ${event} ,"auth_algo":"${of('auth-algo')}","cert_url":"${of('cert-url')}",` +
    `"transmission_id":"${of('transmission-id')}","transmission_sig":"${of('transmission-sig')}",` +
    `"transmission_time":"${of('transmission-time')}","webhook_id":"${WALLET.webhook_id}"}`;
  const answer = await bench.api('POST', '/v1/notifications/verify-webhook-signature', body);
  return answer.body['verification_status'];
};

describe('a notice', () => {
  test('is signed over the bytes sent, and verifies both ways', async () => {
    await approvedOrder(bench);
    await bench.sandbox.drain();
    const [notice] = bench.heard;
    if (notice === undefined) throw new Error('nothing was heard');
    expect(await isSigned(notice)).toBe(true);
    expect(await isSigned({ ...notice, raw: Buffer.concat([notice.raw, Buffer.from(' ')]) })).toBe(false);
    expect(await postBack(notice, notice.raw.toString())).toBe('SUCCESS');
    expect(await postBack(notice, JSON.stringify(notice.event, null, 1))).toBe('FAILURE');
    expect(notice.event).toMatchObject({
      event_version: '1.0',
      event_type: 'CHECKOUT.ORDER.APPROVED',
      resource_type: 'checkout-order',
      resource: { status: 'APPROVED', payer: { email_address: 'buyer@sandbox.test' } },
    });
  });

  test('that is not accepted comes again later, in 25 retries and no more', async () => {
    bench.hearing.status = 500;
    await approvedOrder(bench);
    await bench.sandbox.drain();
    expect(bench.heard).toHaveLength(1);
    await bench.sandbox.drain();
    expect(bench.heard).toHaveLength(1);
    for (let hour = 0; hour < 30; hour += 1) {
      bench.advance(10 * 3600);
      await bench.sandbox.drain();
    }
    expect(bench.heard).toHaveLength(26);
    expect(new Set(bench.heard.map(({ event }) => event['id'])).size).toBe(1);
    expect(new Set(bench.heard.map(({ headers }) => headers['paypal-transmission-id'])).size).toBe(26);
    const { body } = await bench.control('GET', '/notices');
    expect(body['items'][0]).toMatchObject({ state: 'failed', attempts: 26, last_status: 500 });
  });

  test('accepted at the second attempt is not sent a third time', async () => {
    bench.hearing.status = 503;
    await approvedOrder(bench);
    await bench.sandbox.drain();
    bench.hearing.status = 200;
    bench.advance(5);
    await bench.sandbox.drain();
    bench.advance(86_400);
    await bench.sandbox.drain();
    expect(bench.heard).toHaveLength(2);
  });

  test('waiting at a restart is sent after it', async () => {
    await bench.control('POST', '/notices', { mode: 'hold' });
    await approvedOrder(bench);
    await bench.restart();
    await bench.sandbox.drain();
    expect(bench.heard).toHaveLength(0);
    expect((await bench.control('POST', '/notices/release')).body).toMatchObject({
      released: 1,
      mode: 'deliver',
    });
    expect(bench.heard).toHaveLength(1);
    const [notice] = bench.heard;
    expect(notice && (await isSigned(notice))).toBe(true);
  });
});

test('duplicate sends twice, and hold keeps until the release', async () => {
  await bench.control('POST', '/notices', { mode: 'duplicate' });
  await approvedOrder(bench);
  await bench.sandbox.drain();
  expect(bench.heard.map(({ event }) => event['id'])).toHaveLength(2);
  expect(new Set(bench.heard.map(({ event }) => event['id'])).size).toBe(1);
  await bench.control('POST', '/notices', { mode: 'shuffle' });
  for (let order = 0; order < 5; order += 1) await approvedOrder(bench);
  await bench.sandbox.drain();
  expect(bench.heard).toHaveLength(2);
  const released = await bench.control('POST', '/notices/release');
  expect(released.body).toMatchObject({ released: 5, sent: 5 });
  expect(bench.heard).toHaveLength(7);
  await approvedOrder(bench);
  await bench.sandbox.drain();
  expect(bench.heard).toHaveLength(8);
});

test('an event can be listed, shown and sent again under its id', async () => {
  await approvedOrder(bench);
  await bench.sandbox.drain();
  const listed = await bench.api('GET', '/v1/notifications/webhooks-events?start_time=2030-01-01T00:00:00Z');
  const [event] = listed.body['events'];
  expect(event).toEqual(bench.heard[0]?.event);
  const path = `/v1/notifications/webhooks-events/${event.id}`;
  expect((await bench.api('GET', path)).body).toEqual(event);
  expect((await bench.api('POST', `${path}/resend`, {})).status).toBe(202);
  await bench.sandbox.drain();
  expect(bench.heard.map((heard) => heard.event['id'])).toEqual([event.id, event.id]);
});

test('webhooks can be registered on this machine only, and each address once', async () => {
  const register = async (url: string): Promise<number> =>
    (await bench.api('POST', '/v1/notifications/webhooks', { url, event_types: [{ name: '*' }] })).status;
  expect(await register('https://elsewhere.test/hook')).toBe(400);
  expect(await register('http://127.0.0.1:9/hook')).toBe(201);
  expect(await register('http://127.0.0.1:9/hook')).toBe(400);
  const { body } = await bench.api('GET', '/v1/notifications/webhooks');
  expect(body['webhooks'].map((webhook: { id: string }) => webhook.id)[0]).toBe(WALLET.webhook_id);
});

test('a webhook can be changed and removed, and an event made up for it', async () => {
  const path = '/v1/notifications/webhooks';
  const types = [{ name: 'CUSTOMER.DISPUTE.CREATED' }];
  const made = await bench.api('POST', path, { url: 'http://127.0.0.1:1/a', event_types: types });
  const own = `${path}/${made.body['id']}`;
  const event_types = [{ name: 'PAYMENT.CAPTURE.COMPLETED' }];
  const changed = await bench.api('PATCH', own, [
    { op: 'replace', path: '/event_types', value: event_types },
  ]);
  expect(changed.body).toMatchObject({ url: 'http://127.0.0.1:1/a', event_types });
  expect((await bench.api('GET', `${own}/event-types`)).body).toEqual({ event_types });
  expect((await bench.api('PATCH', own, [{ op: 'replace', path: '/id', value: 'x' }])).status).toBe(422);
  const all = await bench.api('GET', '/v1/notifications/webhooks-event-types');
  expect(all.body['event_types']).toContainEqual(expect.objectContaining(event_types[0]));
  const event = { event_type: 'PAYMENT.CAPTURE.COMPLETED' };
  const simulated = await bench.api('POST', '/v1/notifications/simulate-event', event);
  expect([simulated.status, simulated.body['event_type']]).toEqual([202, event.event_type]);
  expect((await bench.api('DELETE', own)).status).toBe(204);
  expect((await bench.api('GET', own)).status).toBe(404);
});
