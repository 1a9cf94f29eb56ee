import { setTimeout as wait } from 'node:timers/promises';
import type { Answer } from '../../world/world.ts';

const AGAIN_MS = 100;
const UNSERVED = 'The service is temporarily unavailable';

/** Asks until the database had time for the question: of hundreds who come at once to a busy machine some are told that it
 *  has none, which is no answer about what they race for. Any other answer is one, also that nobody knows. */
export async function untilServed(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await call();
    if (answer.status !== 503 || answer.body?.detail !== UNSERVED) return answer;
    await wait(AGAIN_MS);
  }
}
