import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { movableClock } from '../../lib/clock.ts';
import type { ReceivedNotice, Seller } from '../rail.ts';
import { createNotices } from './notices.ts';

const clock = movableClock();
const notices = createNotices({ environment: 'test', clock, log: () => undefined });
const seller = (account_id: string, secrets: Record<string, string>): Seller => ({
  ...{ account_id, provider_account: 'acme/main', shown: {} },
  secrets,
});
const SIGNER = seller('one', { webhook_secret: 'secret-of-one' });
const BODY = '{"id":"1"}';
const TOLERANCE_SECONDS = 300;

const seconds = (ago: number) => String(Math.floor(clock.wall().getTime() / 1000) - ago);
const signature = (key: string, time: string) =>
  createHmac('sha256', key).update(`${time}.${BODY}`).digest('hex');
function signed(key: string, over: { time?: string; listed?: string } = {}): ReceivedNotice {
  const { time = seconds(0), listed = signature(key, time) } = over;
  return {
    source_address: '192.0.2.1',
    headers: { 'x-gr4vy-webhook-timestamp': time, 'x-gr4vy-webhook-signatures': listed },
    raw_body: Buffer.from(BODY),
  };
}
const judged = async (received: ReceivedNotice, candidates = [SIGNER]) =>
  (await notices.verify(received, candidates)).kind;

test('is genuine for the account whose secret signed it, beside the signature of another secret', async () => {
  const time = seconds(0);
  const listed = `${signature('its-next-secret', time)}, ${signature('secret-of-one', time)}`;
  const candidates = [seller('two', { webhook_secret: 'secret-of-two' }), SIGNER];
  expect(await notices.verify(signed('', { time, listed }), candidates)).toEqual({
    kind: 'genuine',
    account_id: 'one',
  });
  expect(await judged(signed('secret-of-two'))).toBe('forged');
});

test('is forged when it was sent long ago, or is to be sent', async () => {
  const at = (ago: number) => judged(signed('secret-of-one', { time: seconds(ago) }));
  expect([await at(TOLERANCE_SECONDS - 60), await at(60 - TOLERANCE_SECONDS)]).toEqual([
    'genuine',
    'genuine',
  ]);
  expect([await at(TOLERANCE_SECONDS + 60), await at(-60 - TOLERANCE_SECONDS)]).toEqual(['forged', 'forged']);
});

test('is nobody’s by a secret that is not there', async () => {
  expect(await judged(signed(''), [seller('one', {})])).toBe('forged');
});

test.each([
  ['no time', { time: '' }],
  ['a time that is none', { time: 'yesterday' }],
  ['no signature', { listed: '' }],
  ['half a signature', { listed: '0'.repeat(63) }],
  [
    'its signature behind ten others',
    { listed: `${'0,'.repeat(10)}${signature('secret-of-one', seconds(0))}` },
  ],
])('is forged with %s', async (_what, over) => {
  expect(await judged(signed('secret-of-one', over))).toBe('forged');
});
