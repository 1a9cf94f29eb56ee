import { NoAnswerError } from './errors.ts';
import type { Answer, Attempt, Fetch, Signal } from './shapes.ts';

export interface Exchange extends Attempt {
  /** How errors name it. */
  readonly call: string;
  readonly timeoutMs: number;
  readonly signal?: Signal | undefined;
  readonly fetch?: Fetch | undefined;
}

/** One call and its answer, whatever it says. Throws a NoAnswerError when none came, and the reason of `signal` when that
 *  gave the call up. */
export async function exchange(asked: Exchange): Promise<Answer> {
  const { method, url, headers, body, signal } = asked;
  const end = new AbortController();
  const giveUp = () => end.abort(signal?.reason);
  if (signal?.aborted) throw signal.reason;
  signal?.addEventListener('abort', giveUp);
  let isTimeout = false;
  const timer = setTimeout(() => {
    isTimeout = true;
    end.abort();
  }, asked.timeoutMs);
  try {
    const send: Fetch = asked.fetch ?? fetch;
    const answer = await send(url, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // A key is for the address it was given for.
      redirect: 'manual',
      signal: end.signal as never,
    });
    return { status: answer.status, headers: answer.headers, body: parsed(await answer.text()) };
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    throw new NoAnswerError({ call: asked.call, mayHaveHappened: method !== 'GET', isTimeout, cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
