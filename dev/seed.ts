import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { homeFolder } from '../local/home.ts';
import { findDatabase, readLivingRecord } from '../local/record.ts';
import { plantTransactions } from './plant.ts';
import { drawProgress } from './progress.ts';

// Plants N transactions into the database of DATABASE_URL, or of the npm start that runs. Without a merchant they are the
// demo's.

const USAGE = 'Usage: npm run seed -- --rows N [--merchant id] [--days N] [--json]';
const ROWS_MAX = 100_000_000;
const DAYS = '300';
const DAYS_MAX = 3_650;

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

interface Asked {
  rows: number;
  days: number;
  merchant: string | undefined;
  isJson: boolean;
}

let asked: Asked;
try {
  asked = readAsked(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n${USAGE}\n`);
  process.exit(2);
}
try {
  await seed(asked);
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}

function readAsked(args: string[]): Asked {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string' },
      merchant: { type: 'string' },
      days: { type: 'string' },
      json: { type: 'boolean' },
    },
  });
  return {
    rows: countOf('--rows', values.rows, ROWS_MAX),
    days: countOf('--days', values.days ?? DAYS, DAYS_MAX),
    merchant: values.merchant,
    isJson: values.json === true,
  };
}

async function seed({ rows, days, merchant, isJson }: Asked): Promise<void> {
  if (process.env['FAIRWAY_ENVIRONMENT'] === 'live')
    throw new Error('What is planted was never paid: not into a live environment.');
  const home = homeFolder(process.env, root);
  const merchant_id = merchant ?? (await readLivingRecord(home))?.merchant_id;
  if (!merchant_id) throw new Error('No npm start runs here: name a merchant with --merchant.');
  const url = await findDatabase(process.env, home);
  if (url === null) throw new Error(`No npm start runs on ${home}: start one, or set DATABASE_URL.`);
  const progress = drawProgress({ total: rows, unit: 'transactions', isJson });
  await plantTransactions(url, { merchant_id, rows, days, onProgress: progress.moved });
  progress.done();
}

function countOf(option: string, text: string | undefined, max: number): number {
  const count = Number(text ?? '');
  if (!Number.isInteger(count) || count < 1 || count > max)
    throw new RangeError(`${option} takes a whole number from 1 to ${max}.`);
  return count;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
