import { putRecord, readRecord, tryLockKey } from '../../machine/store/records.ts';
import type { Tx } from '../../machine/store/sql.ts';
import { GravyProblem, problemBody } from '../shapes/problem.ts';
import { later, type GravyWorld } from '../shapes/world.ts';
import type { Answer } from '../shapes/answer.ts';

const KEPT_SECONDS = 24 * 3_600;

/** Answers a call by its key as it was answered before, refusals included, for a day. While another call by the same
 *  key is under way it is refused (409), and that refusal is not kept. */
export async function answerOnce(
  tx: Tx,
  world: GravyWorld,
  id: string,
  work: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  if (!(await tryLockKey(tx, `gravy:${id}`))) {
    throw new GravyProblem(409, { code: 'conflict', message: 'A request with this key is still running' });
  }
  const kept = await readRecord(tx, 'gravy_answer', id);
  if (kept !== null && Date.parse(kept.expires_at) > world.clock.now().getTime()) {
    return { status: kept.status, body: JSON.parse(kept.body) as object };
  }
  const answer = await answered(work(tx));
  const expires_at = later(world, KEPT_SECONDS).toISOString();
  await putRecord(tx, 'gravy_answer', id, {
    status: answer.status,
    body: JSON.stringify(answer.body),
    expires_at,
  });
  return answer;
}

// An operation refuses before it writes, so what a refusal leaves behind is itself alone.
async function answered(work: Promise<Answer>): Promise<Answer> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof GravyProblem)) throw error;
    return { status: error.status, body: problemBody(error) };
  }
}
