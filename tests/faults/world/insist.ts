import type { Answer } from '../../world/world.ts';

/** Calls again under the same key, as clients do, where so many at once found no place in time. */
export async function insisting(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await call();
    if (answer.status !== 503) return answer;
  }
}
