import { createHash } from 'node:crypto';
import type { Db, Tx } from '../../db/tx.ts';
import { canonicalJson, type Json } from '../../lib/canonical-json.ts';
import { KeyOfOtherBody, Refusal } from '../../refusals.ts';
import { type AnswerPlace, claimOne, lapsedBy, type NewAnswer, readAnswer } from './queries.ts';

/** A key under which the first answer is kept and given again, and what it was asked with. */
export interface AnswerKey {
  key: string;
  fingerprint: Buffer;
}

/** Tells whether two bodies of one key are the same, however they were written. */
export function fingerprintOf(body: unknown): Buffer {
  return createHash('sha256')
    .update(canonicalJson(body as Json))
    .digest();
}

/** The answer that was given under a key before; null when there is none. Throws KeyOfOtherBody. */
export async function keptAnswer(
  db: Db,
  of: AnswerPlace & { fingerprint: Buffer; now: Date },
): Promise<string | null> {
  const kept = await readAnswer(db, of);
  if (!kept || kept.created_at < lapsedBy(of.now)) return null;
  if (!kept.fingerprint.equals(of.fingerprint)) throw new KeyOfOtherBody(of.key);
  return kept.answer;
}

/** Keeps the answer of the transaction at hand under its key. When another call has answered under it, tells that answer, and
 *  the transaction must change nothing. Throws KeyOfOtherBody. */
export async function claimAnswer(tx: Tx, answer: NewAnswer): Promise<string | null> {
  const claimed = await claimOne(answer).execute(tx);
  return claimed.rows.length > 0 ? null : answerOfOther(tx, answer);
}

/** The answer of the call that has the key, found when it was claimed. Throws KeyOfOtherBody. */
export async function answerOfOther(
  db: Db,
  of: AnswerPlace & { fingerprint: Buffer; now: Date },
): Promise<string> {
  const kept = await keptAnswer(db, of);
  // It lapsed at this very moment: the next call has the key.
  if (kept === null) throw new Refusal('database_unavailable');
  return kept;
}
