import { rm } from 'node:fs/promises';
import path from 'node:path';
import { readIfThere, writePrivate } from './files.ts';
import { isAlive } from './processes.ts';

const HEALTH_LIMIT_MS = 2_000;

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
  await rm(path.join(home, 'dev.json'), { force: true });
}

export async function writeDevRecord(home: string, record: DevRecord): Promise<void> {
  await writePrivate(path.join(home, 'dev.json'), `${JSON.stringify(record, null, 2)}\n`);
}

/** The record of the `npm start` that runs on `home` now; null when none does. */
export async function readLivingRecord(home: string): Promise<DevRecord | null> {
  const text = await readIfThere(path.join(home, 'dev.json'));
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
