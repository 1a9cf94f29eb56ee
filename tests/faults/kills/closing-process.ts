import { pino } from 'pino';
import { openDatabase } from '../../../service/src/db/open.ts';
import { movableClock } from '../../../service/src/lib/clock.ts';
import { UNTIL_DONE } from '../../../service/src/lib/sweep-run.ts';
import { sweepStatements } from '../../../service/src/modules/statements/index.ts';
import { railRegistry } from '../../../service/src/rails/registry.ts';

// Issues what statements are due, in a process that can be killed. Tells of each step how many lines stand.

export interface ClosingPlan {
  url: string;
  /** How far its clock is ahead. */
  seconds: number;
}

async function run({ url, seconds }: ClosingPlan): Promise<void> {
  const { db, close } = openDatabase({ url, connectionsMax: 2, name: 'closing' });
  const clock = movableClock();
  clock.move(seconds);
  const ctx = { db, clock, rails: railRegistry([]), log: pino({ level: 'silent' }) };
  const onProgress = ({ lines }: { lines: number }) => void process.send!(lines);
  while ((await sweepStatements(ctx, { ...UNTIL_DONE, onProgress })) > 0);
  await close();
}

process.once('message', (plan: ClosingPlan) => {
  void run(plan).then(() => process.exit(0));
});
process.once('disconnect', () => process.exit(0));
