import { setTimeout as pause } from 'node:timers/promises';
import { type CallOptions, type Fairway, isFairwayError, type Requests } from '../../client/src/index.ts';
import { FEED_CURSOR } from '../../wire/webhooks/feed.ts';
import { CommandError, EXIT } from '../exit-codes.ts';
import type { FedEvent } from './forward.ts';

const PAGE = 100;
const WAIT_SECONDS = 20;
// Longer than the service waits, and than it may take to answer.
const LIMIT_MS = (WAIT_SECONDS + 15) * 1_000;
// However fast events come, below the budget of 300 calls a minute.
const BETWEEN_CALLS_MS = 250;
const PAUSES_MS = [500, 1_000, 2_000, 5_000, 10_000];
const CURSOR = new RegExp(FEED_CURSOR);
// A channel's id names a file.
const CHANNEL_ID = /^[\w-]{1,64}$/;
const EVENT_TEXTS = ['id', 'type', 'merchant_id', 'body'] as const satisfies (keyof FedEvent)[];

interface FeedPage {
  channel_id: string;
  cursor: string;
  items: FedEvent[];
}

/** Something else answers where the service should: the login page of a network, or a wrong address. */
class NoFeedPageError extends CommandError {
  constructor(base: string) {
    super(EXIT.unavailable, `What answers at ${base} is no event feed: is that the service's address?`);
    this.name = 'NoFeedPageError';
  }
}

/** A channel by its key, and where it is asked. */
interface Channel {
  fairway: Fairway;
  base_url: string;
}

export interface Feed {
  /** The page behind a cursor; `isEnd` tells that there is no more at this moment. Waits for an event
   *  unless told not to. Tries again for as long as the service cannot be reached or something else answers
   *  in its place, and calls `onLost` at the first of these. */
  next(
    after: string,
    options: { isWaiting: boolean; onLost: (why: string) => void },
  ): Promise<FeedPage & { isEnd: boolean }>;
}

/** The place at which a channel's feed stands now. Refuses a deployment that has none, and with
 *  NoFeedPageError what is no deployment. */
export async function findPresent(channel: Channel, signal?: AbortSignal): Promise<FeedPage> {
  try {
    return await readPage(channel, {}, { signal });
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
    const message = `${channel.base_url} has no event feed: only a test environment has one.`;
    throw new CommandError(EXIT.not_found, message, { cause: error });
  }
}

/** A reader of the feed until `signal` ends it; then its calls reject. */
export function feedOf(channel: Channel, signal: AbortSignal): Feed {
  let askedAt = -BETWEEN_CALLS_MS;

  async function ask(after: string, waitSeconds: number): Promise<FeedPage & { isEnd: boolean }> {
    await pause(Math.max(0, askedAt + BETWEEN_CALLS_MS - performance.now()), undefined, { signal });
    askedAt = performance.now();
    const asked = { after, limit: PAGE, wait_seconds: waitSeconds };
    const page = await readPage(channel, asked, { timeoutMs: LIMIT_MS, signal });
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

async function readPage(
  { fairway, base_url }: Channel,
  asked: Requests['events.feed'],
  how: CallOptions,
): Promise<FeedPage> {
  try {
    const page: unknown = await fairway.events.feed(asked, how);
    if (isPage(page)) return page;
  } catch (error) {
    // The service redirects nobody; what stands between it and us may.
    const status = statusOf(error) ?? 0;
    if (status < 300 || status > 399) throw error;
  }
  throw new NoFeedPageError(base_url);
}

function isPage(body: unknown): body is FeedPage {
  if (typeof body !== 'object' || body === null) return false;
  const { channel_id, cursor, items } = body as Record<string, unknown>;
  if (!isText(channel_id, CHANNEL_ID) || !isText(cursor, CURSOR)) return false;
  return Array.isArray(items) && items.every(isEvent);
}

function isEvent(item: unknown): item is FedEvent {
  if (typeof item !== 'object' || item === null) return false;
  const event = item as Record<string, unknown>;
  return isText(event['cursor'], CURSOR) && EVENT_TEXTS.every((name) => isText(event[name], /./));
}

function isText(value: unknown, form: RegExp): value is string {
  return typeof value === 'string' && form.test(value);
}

// Null for what asking again does not mend.
function passingReason(error: unknown): string | null {
  if (error instanceof NoFeedPageError) return 'something else answers in the place of the service';
  if (!isFairwayError(error)) return null;
  if (error.kind === 'no_answer') return 'the service cannot be reached';
  if (error.kind === 'over_budget') return 'the service was asked too often';
  return (statusOf(error) ?? 0) >= 500 ? `the service answers ${statusOf(error)}` : null;
}

function statusOf(error: unknown): number | null {
  return isFairwayError(error) && 'status' in error ? error.status : null;
}
