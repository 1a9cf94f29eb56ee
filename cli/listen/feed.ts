import { setTimeout as pause } from 'node:timers/promises';
import { type Client, NoAnswerError, WrongAnswerError } from '../../dev/client.ts';
import { CommandError, EXIT } from '../exit-codes.ts';
import type { FedEvent } from './forward.ts';

const PAGE = 100;
const WAIT_SECONDS = 20;
// Longer than the service waits, and than it may take to answer.
const LIMIT_MS = (WAIT_SECONDS + 15) * 1_000;
// However fast events come, below the budget of 300 calls a minute.
const BETWEEN_CALLS_MS = 250;
const PAUSES_MS = [500, 1_000, 2_000, 5_000, 10_000];

export interface FeedPage {
  channel_id: string;
  cursor: string;
  items: FedEvent[];
}

export interface Feed {
  /** The page behind a cursor; `isEnd` tells that there is no more at this moment. Waits for an event
   *  unless told not to. Tries again for as long as the service cannot be reached, and calls `onLost`
   *  when it first cannot. */
  next(
    after: string,
    options: { isWaiting: boolean; onLost: (why: string) => void },
  ): Promise<FeedPage & { isEnd: boolean }>;
}

/** The place at which a channel's feed stands now. Refuses a deployment that has none. */
export async function findPresent(client: Client, signal?: AbortSignal): Promise<FeedPage> {
  try {
    const { body } = await client.send('GET', '/api/channel/event-feed', {
      expect: [200],
      ...(signal ? { signal } : {}),
    });
    return body as FeedPage;
  } catch (error) {
    if (!(error instanceof WrongAnswerError) || error.status !== 404) throw error;
    const message = `${client.base} has no event feed: only a test environment has one.`;
    throw new CommandError(EXIT.not_found, message, { cause: error });
  }
}

/** A reader of the feed until `signal` ends it; then its calls reject. */
export function feedOf(client: Client, signal: AbortSignal): Feed {
  let askedAt = -BETWEEN_CALLS_MS;

  async function ask(after: string, waitSeconds: number): Promise<FeedPage & { isEnd: boolean }> {
    await pause(Math.max(0, askedAt + BETWEEN_CALLS_MS - performance.now()), undefined, { signal });
    askedAt = performance.now();
    const query = new URLSearchParams({ after, limit: String(PAGE), wait_seconds: String(waitSeconds) });
    const path = `/api/channel/event-feed?${query.toString()}`;
    const { body } = await client.send('GET', path, { expect: [200], limitMs: LIMIT_MS, signal });
    const page = body as FeedPage;
    return { ...page, isEnd: page.items.length < PAGE };
  }
  return {
    next: async (after, { isWaiting, onLost }) => {
      for (let failures = 0; ; failures += 1) {
        const began = performance.now();
        const waitSeconds = isWaiting && failures === 0 ? WAIT_SECONDS : 0;
        try {
          const page = await ask(after, waitSeconds);
          // A service that does not wait, for it has too many waiting already, is not asked without a rest.
          if (page.items.length === 0 && waitSeconds > 0 && performance.now() - began < PAUSES_MS[1]!)
            await pause(PAUSES_MS[1], undefined, { signal });
          return page;
        } catch (error) {
          const why = signal.aborted ? null : passingReason(error);
          if (why === null) throw error;
          if (failures === 0) onLost(why);
          await pause(PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)], undefined, { signal });
        }
      }
    },
  };
}

// Null for what asking again does not mend.
function passingReason(error: unknown): string | null {
  if (error instanceof NoAnswerError) return 'the service cannot be reached';
  if (!(error instanceof WrongAnswerError)) return null;
  if (error.status === 429) return 'the service was asked too often';
  return error.status >= 500 ? `the service answers ${error.status}` : null;
}
