import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stopInTime, type Stoppable } from './stopping.ts';

const log = pino({ level: 'silent' });
const never = new Promise<never>(() => undefined);

// Time passes where a test moves it.
let now = 0;
beforeEach(() => {
  now = 0;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

async function pass(ms: number): Promise<void> {
  now += ms;
  await vi.advanceTimersByTimeAsync(ms);
}

/** Parts that end at once, but for those given, and the order in which they were asked to. */
function partsOf(over: Partial<Stoppable> = {}): { parts: Stoppable; asked: string[] } {
  const asked: string[] = [];
  const ends = (name: string) => async () => void asked.push(name);
  const parts = {
    requests: ends('requests'),
    sweeps: ends('sweeps'),
    deliveries: ends('deliveries'),
    cutCalls: () => void asked.push('cut'),
    connections: ends('connections'),
    ...over,
  };
  return { parts, asked };
}

/** Whether a stop has ended; told without waiting for it. */
function watched(stopping: Promise<void>): () => boolean {
  let hasEnded = false;
  void stopping.then(() => (hasEnded = true));
  return () => hasEnded;
}

test('work stops at once, the listener after the delay, and the connections last', async () => {
  const { parts, asked } = partsOf();
  const hasEnded = watched(stopInTime(parts, { delayMs: 100, log }));
  await pass(99);
  expect([asked, hasEnded()]).toEqual([['sweeps', 'deliveries'], false]);
  await pass(1);
  expect(asked).toEqual(['sweeps', 'deliveries', 'requests', 'cut', 'connections']);
  expect(hasEnded()).toBe(true);
});

test('whatever hangs, the stop ends in its time, and calls are cut half-way', async () => {
  const cutsAt: number[] = [];
  const hangs = () => never;
  const { parts, asked } = partsOf({
    ...{ requests: hangs, sweeps: hangs, deliveries: hangs, connections: hangs },
    cutCalls: () => void cutsAt.push(now),
  });
  const hasEnded = watched(stopInTime(parts, { delayMs: 50, withinMs: 400, log }));
  while (!hasEnded() && now < 1_000) await pass(10);
  expect(now).toBe(50 + 400);
  expect(cutsAt[0]).toBe(50 + 200);
  expect(asked).toEqual([]);
});

test('a part that fails is told of and keeps no other from ending', async () => {
  const lines: string[] = [];
  const told = pino({ level: 'error' }, { write: (line) => void lines.push(line) });
  const { parts, asked } = partsOf({ sweeps: () => Promise.reject(new Error('no')) });
  const stopping = stopInTime(parts, { delayMs: 0, log: told });
  await pass(0);
  await stopping;
  expect(asked).toContain('connections');
  expect(lines.map((line) => JSON.parse(line).event)).toEqual(['stop.failed']);
});
