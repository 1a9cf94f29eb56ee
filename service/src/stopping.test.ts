import pino from 'pino';
import { expect, test } from 'vitest';
import { stopInTime, type Stoppable } from './stopping.ts';

const log = pino({ level: 'silent' });
const never = new Promise<never>(() => undefined);

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

async function msOf(stopping: Promise<void>): Promise<number> {
  const began = performance.now();
  await stopping;
  return performance.now() - began;
}

test('work stops at once, the listener after the delay, and the connections last', async () => {
  const { parts, asked } = partsOf();
  expect(await msOf(stopInTime(parts, { delayMs: 100, log }))).toBeLessThan(1_000);
  expect(asked).toEqual(['sweeps', 'deliveries', 'requests', 'cut', 'connections']);
});

test('whatever hangs, the stop ends in its time, and calls are cut half-way', async () => {
  const began = performance.now();
  let cutAfterMs = 0;
  const hangs = () => never;
  const { parts, asked } = partsOf({
    ...{ requests: hangs, sweeps: hangs, deliveries: hangs, connections: hangs },
    cutCalls: () => {
      cutAfterMs ||= performance.now() - began;
    },
  });
  const ms = await msOf(stopInTime(parts, { delayMs: 50, withinMs: 400, log }));
  expect(ms).toBeLessThan(50 + 400 + 200);
  expect(cutAfterMs).toBeGreaterThanOrEqual(240);
  expect(cutAfterMs).toBeLessThan(400);
  expect(asked).toEqual([]);
});

test('a part that fails is told of and keeps no other from ending', async () => {
  const lines: string[] = [];
  const told = pino({ level: 'error' }, { write: (line) => void lines.push(line) });
  const { parts, asked } = partsOf({ sweeps: () => Promise.reject(new Error('no')) });
  await stopInTime(parts, { delayMs: 0, log: told });
  expect(asked).toContain('connections');
  expect(lines.map((line) => JSON.parse(line).event)).toEqual(['stop.failed']);
});
