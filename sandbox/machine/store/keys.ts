import { type KeyObject } from 'node:crypto';
import { type Db, inTransaction } from './sql.ts';
import { insertRecord, lockKey, readRecord } from './records.ts';

const VALID_YEARS = 10;

/** Reads the secrets of a party, or has them made at the first start. Two processes that start at once agree. */
export async function provideKeys<T extends Record<keyof T, string>>(
  db: Db,
  id: string,
  make: () => Promise<T>,
): Promise<T> {
  const kept = await readRecord(db, 'key', id);
  if (kept !== null) return kept as unknown as T;
  const made = await make();
  return inTransaction(db, async (tx) => {
    await lockKey(tx, 'keys');
    await insertRecord(tx, 'key', id, { ...made });
    return (await readRecord(tx, 'key', id)) as unknown as T;
  });
}

/** How long certificates hold. TLS stacks judge validity by the wall clock, so the movable clock has no say here. */
export function tenYears(): { notBefore: Date; notAfter: Date } {
  const notBefore = new Date();
  notBefore.setUTCDate(notBefore.getUTCDate() - 1);
  const notAfter = new Date(notBefore);
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + VALID_YEARS);
  return { notBefore, notAfter };
}

/** A private key as text. */
export function privatePem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}
