import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifyDelivery } from './itinerary.ts';
import { makeNarrator } from './narrator.ts';

const SECRET = 'whsec_of_the_test';

function delivery(change: { secret?: string; at?: number; id?: string; body?: string } = {}) {
  const body = '{"created":1,"data":{"object":{}},"id":"evt_1","type":"payment.captured"}';
  const t = String(change.at ?? Math.floor(Date.now() / 1000));
  const digest = createHmac('sha256', change.secret ?? SECRET)
    .update(`${t}.${body}`)
    .digest('hex');
  const headers = {
    'service-signature': `t=${t},v1=${digest}`,
    'service-timestamp': t,
    'service-event-id': change.id ?? 'evt_1',
    'service-event-type': 'payment.captured',
  };
  return { headers, body: change.body ?? body };
}

test('a delivery that is signed as promised holds', () => {
  expect(verifyDelivery(delivery(), SECRET)).toMatchObject({ id: 'evt_1', type: 'payment.captured' });
});

test.each([
  ['another secret', { secret: 'another' }, /does not hold/],
  ['an old signature', { at: 1_000 }, /does not hold/],
  ['another event id', { id: 'evt_2' }, /Service-Event-Id/],
  ['a changed body', { body: '{"id":"evt_1"}' }, /does not hold/],
])('a delivery with %s does not', (_, change, complaint) => {
  expect(() => verifyDelivery(delivery(change), SECRET)).toThrow(complaint);
});

test('a journey is told with its requests, and no secret is in it', () => {
  const lines: string[] = [];
  const narrator = makeNarrator((line) => lines.push(line));
  narrator.step('The owner redeems the invitation');
  const call = {
    method: 'POST' as const,
    url: 'http://127.0.0.1:1/api/activation/t',
    headers: { authorization: 'Bearer sk_test_abcdefghijklmnop' },
    body: { password: 'Secret-password-1' },
  };
  const answer = { status: 200, headers: new Headers(), body: { key: 'sk_test_qrstuvwxyz012345' } };
  narrator.call(call, answer);
  narrator.call(call, answer);
  const text = lines.join('\n');
  expect(lines).toHaveLength(2);
  expect(text).toContain('POST http://127.0.0.1:1/api/activation/t');
  for (const secret of ['ijklmnop', 'password-1', 'uvwxyz']) expect(text).not.toContain(secret);
});
