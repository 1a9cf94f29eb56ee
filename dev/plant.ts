import { randomBytes } from 'node:crypto';
import { openDatabase } from '../service/src/db/open.ts';
import { ensurePartitions } from '../service/src/db/partitions.ts';
import { sweepTallies } from '../service/src/modules/payments/index.ts';
import { withConnection } from './connection.ts';
import { PLANT } from './plant-statement.ts';

const DAY_MS = 86_400_000;
// What is given back of the newest is given back an hour later, and nothing of it has yet to happen.
const LAST_MS = 3_600_000;
const QUARTER_MS = 90 * DAY_MS;
// What one statement plants: large enough to cost little beside its rows, small enough to be in nobody's way.
const CHUNK = 10_000;

interface Planting {
  merchant_id: string;
  rows: number;
  /** Over how many days they are spread, evenly, up to an hour ago. */
  days: number;
  /** Told after each chunk how many there are. */
  onProgress?: (planted: number) => void;
}

/** Plants transactions of a merchant with their sessions, refunds and postings, in the partitions that they belong to and
 *  counted like any. Those of each call are its own: called again it adds more. */
export async function plantTransactions(url: string, of: Planting): Promise<void> {
  const last = Date.now() - LAST_MS;
  await makePartitions(url, last, of.days);
  const mark = randomBytes(4).toString('hex');
  await withConnection(url, async (client) => {
    const { rowCount } = await client.query('select 1 from merchants where id = $1', [of.merchant_id]);
    if (!rowCount) throw new Error(`There is no merchant ${of.merchant_id} in this database.`);
    // Nothing that somebody was told of is lost with the last half second of it.
    await client.query('set synchronous_commit = off');
    for (let first = 1; first <= of.rows; first += CHUNK) {
      const through = Math.min(of.rows, first + CHUNK - 1);
      const values = [first, through, of.rows, of.merchant_id, of.days * DAY_MS, last, mark];
      await client.query({ name: 'plant', text: PLANT, values });
      of.onProgress?.(through);
    }
    await client.query('analyze checkout_sessions, transactions, refunds, ledger_postings');
  });
  await addUp(url);
}

async function makePartitions(url: string, last: number, days: number): Promise<void> {
  const { db, close } = openDatabase({ url, connectionsMax: 2, name: 'seed' });
  try {
    for (let at = last - days * DAY_MS; at < last; at += QUARTER_MS) await ensurePartitions(db, new Date(at));
  } finally {
    await close();
  }
}

async function addUp(url: string): Promise<void> {
  const { db, close } = openDatabase({ url, connectionsMax: 2, name: 'seed' });
  try {
    while ((await sweepTallies({ db })) > 0);
  } finally {
    await close();
  }
}
