import { DAY_MS } from '../../service/src/lib/time.ts';
import { findDatabase } from '../../local/record.ts';
import { defineCommand, UsageError } from '../command.ts';
import { home } from '../deployment.ts';
import { EXIT } from '../exit-codes.ts';
import { writtenMinor } from '../money.ts';
import { tableOf } from '../output.ts';
import { check } from './books.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const AMOUNTS = ['list', 'days', 'ledger', 'returned', 'stated'] as const;

export const checkCommand = defineCommand({
  options: {
    from: { type: 'string', value: '<day>', summary: 'the first day, UTC; else the first of all' },
    to: { type: 'string', value: '<day>', summary: 'the last day, UTC; else the last of all' },
  },
  detail:
    'Adds up, in the database of DATABASE_URL, or of the running npm start, as it is at one moment, what the list, daily revenue, statistics, the ledger and ' +
    'the statements say of the range, and names every row that does not agree, to the minor unit and in minor units. It only reads, at its own pace. ' +
    'Ends with 0 when all agree and with 1 when something does not.',
  run: async ({ values, output }) => {
    const url = await findDatabase(process.env, home());
    if (url === null) throw new UsageError('no npm start runs here: DATABASE_URL has to name the database');
    const { figures, breaks } = await check(url, rangeOf(values));
    const ok = breaks.length === 0;
    const rows = figures.map(({ currency, captures, ...amounts }) => [
      currency,
      captures,
      ...AMOUNTS.map((name) => sumOf(amounts[name], currency)),
    ]);
    const table = tableOf(['currency', 'captures', ...AMOUNTS], rows);
    const lines = breaks.map(({ rule, subject, told }) => `  ${rule}: ${subject}: ${told}`);
    const verdict = ok
      ? `${output.paint('green', '✓')} All agree.`
      : `${output.paint('red', '✗')} ${breaks.length} do not agree, or more.`;
    output.result({ ok, figures, breaks }, [table, verdict, ...lines].join('\n'));
    return ok ? EXIT.ok : EXIT.failed;
  },
});

// All there ever was may be more than a number holds exactly.
function sumOf(minorUnits: string, currency: string): string {
  const amount = Number(minorUnits);
  return Number.isSafeInteger(amount)
    ? writtenMinor(amount, currency)
    : `${minorUnits} minor units ${currency}`;
}

function rangeOf(values: { from?: string; to?: string }): [from: Date, to: Date] {
  const from = values.from === undefined ? new Date('2000-01-01T00:00:00Z') : dayOf('from', values.from);
  const to = values.to === undefined ? new Date('2200-01-01T00:00:00Z') : dayOf('to', values.to);
  if (to < from) throw new UsageError('--to lies before --from');
  return [from, new Date(to.getTime() + DAY_MS)];
}

function dayOf(name: string, text: string): Date {
  const day = new Date(`${text}T00:00:00.000Z`);
  if (DAY.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)) return day;
  throw new UsageError(`--${name} takes a day, like 2026-01-31`);
}
