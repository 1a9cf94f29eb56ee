import { pino } from 'pino';
import { expect, test } from 'vitest';
import { repeat } from './timers.ts';

test('a run that fails is told of as a failed sweep by its name, and the next is begun all the same', async () => {
  const lines: unknown[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  const again = Promise.withResolvers<void>();
  let runs = 0;
  const repeating = repeat({ everyMs: 1, name: 'deliveries.claim', log }, async () => {
    runs += 1;
    if (runs === 1) throw new Error('away');
    again.resolve();
  });
  await again.promise;
  repeating.stop();
  expect(lines).toMatchObject([{ level: 50, event: 'sweep.failed', sweep: 'deliveries.claim', err: {} }]);
});
