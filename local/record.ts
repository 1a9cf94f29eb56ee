import { rm } from 'node:fs/promises';
import path from 'node:path';
import { readIfThere, writePrivate } from './files.ts';
import { isAlive } from './processes.ts';

const HEALTH_LIMIT_MS = 2_000;
const RECORD = 'dev.json';
const DATABASE_URL = 'database-url';

/** What `npm start` tells other programs, in the file `dev.json` of its home. */
export interface DevRecord {
  base_url: string;
  sandbox_url: string;
  operator_token: string;
  channel_id: string;
  channel_key: string;
  merchant_id: string;
  pid: number;
}

/** Takes the record away: what it said does not hold while nothing runs, or before it does. */
export async function removeDevRecord(home: string): Promise<void> {
  await Promise.all([RECORD, DATABASE_URL].map((name) => rm(path.join(home, name), { force: true })));
}

/** Writes the record, and in a file of its own where the database is, for what reads that. */
export async function writeDevRecord(
  home: string,
  record: DevRecord,
  { database_url }: { database_url: string },
): Promise<void> {
  await writePrivate(path.join(home, DATABASE_URL), `${database_url}\n`);
  await writePrivate(path.join(home, RECORD), `${JSON.stringify(record, null, 2)}\n`);
}

/** The database of DATABASE_URL, or of the `npm start` that runs on `home` now; null when neither is there. */
export async function findDatabase(
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): Promise<string | null> {
  const given = env['DATABASE_URL'];
  if (given) return given;
  if ((await readLivingRecord(home)) === null) return null;
  return (await readIfThere(path.join(home, DATABASE_URL)))?.trim() || null;
}

/** The record of the `npm start` that runs on `home` now; null when none does. */
export async function readLivingRecord(home: string): Promise<DevRecord | null> {
  const text = await readIfThere(path.join(home, RECORD));
  if (text === null) return null;
  const record = JSON.parse(text) as DevRecord;
  if (!isAlive(record.pid)) return null;
  // The id may be another program's by now, so the service itself is asked.
  const signal = AbortSignal.timeout(HEALTH_LIMIT_MS);
  const isWell = await fetch(`${record.base_url}/healthz`, { signal }).then(
    (answer) => answer.ok,
    () => false,
  );
  return isWell ? record : null;
}
