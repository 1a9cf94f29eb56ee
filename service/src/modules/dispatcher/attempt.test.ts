import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { movableClock } from '../../lib/clock.ts';
import { attemptDelivery, type AttemptParts } from './attempt.ts';
import type { Claimed, Recorded } from '../deliveries/index.ts';

const claimed: Claimed = {
  ...{ id: 1, token: '01900000-0000-4000-8000-000000000001', attempt: 1, activation: 1 },
  ...{
    event_id: '01900000-0000-7000-8000-000000000002',
    endpoint_id: '01900000-0000-7000-8000-000000000003',
  },
  ...{ tenant: 'tenant', url: 'https://hooks.example.test/', host: 'hooks.example.test' },
  ...{ type: 'payment.captured', body: '{}' },
  due_at: new Date('2026-01-01T00:00:00Z'),
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An attempt that the receiver answers with 200, over a database that records from a moment on. */
function attemptOver(record: () => Promise<Recorded>): Promise<{ recorded: Recorded }> {
  const clock = movableClock();
  const post: AttemptParts['poster']['post'] = () =>
    Promise.resolve({
      ...{ result: 'delivered', status: 200, error_class: null, retry_after_seconds: null },
      ...{ remote_ip: '127.0.0.1', started_at: clock.now(), ms: 1 },
    });
  const poster = { post, abort: () => undefined, close: () => undefined };
  const parts = { poster, record, clock, random: Math.random, scale: 1, log: pino({ level: 'silent' }) };
  return attemptDelivery(parts, claimed, () => undefined);
}

test('an answer is recorded when a database comes back that was away for most of a minute', async () => {
  const backAt = performance.now() + 50_000;
  const attempted = attemptOver(async () => {
    if (performance.now() < backAt) throw new Error('no connection');
    return 'delivered';
  });
  await vi.advanceTimersByTimeAsync(52_000);
  expect(await attempted).toMatchObject({ recorded: 'delivered' });
});

test('an answer that cannot be recorded is given up after a minute', async () => {
  const attempted = attemptOver(() => Promise.reject(new Error('no connection')));
  const given = expect(attempted).rejects.toThrow('no connection');
  await vi.advanceTimersByTimeAsync(63_000);
  await given;
});
