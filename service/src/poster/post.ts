import type { Clock } from '../lib/clock.ts';
import { assertNoTransaction } from '../lib/transaction-guard.ts';
import { agents, type ConnectionLimits } from './agents.ts';
import type { Dialer } from './dial.ts';
import { type ErrorClass, isUnreachable } from './error-class.ts';
import { exchange, type Parts, type Posting, type PostResult, UNSENT } from './exchange.ts';
import { newLanes } from './lanes.ts';
import type { ReadSigningKey } from './signing-key.ts';
import { silenceWatch, type SilenceLimits } from './silence.ts';

// So many connections does an endpoint see from one process at most; what was claimed beyond waits in line.
const AT_ONCE_PER_ENDPOINT = 8;

/** What became of an attempt. */
export interface Posted extends PostResult {
  error_class: ErrorClass | null;
  remote_ip: string | null;
  /** By the service's clock, as all that is kept; only `t` is the host's. */
  started_at: Date;
  ms: number;
}

export interface Poster {
  /** Makes one attempt when its turn has come; never throws for what the receiver or the network does. One that waits in
   *  line while its endpoint turns out not to be reachable is given back as `unsent`. */
  post(posting: Posting): Promise<Posted>;
  /** Ends every attempt under way: one that is not sent yet as `unsent`, the others as failed. */
  abort(): void;
  close(): void;
}

interface PosterOptions {
  dialer: Dialer;
  readKey: ReadSigningKey;
  clock: Clock;
  limits: SilenceLimits;
  /** Fixed in service; tests scale them down. */
  connections?: ConnectionLimits;
}

function unsent(clock: Clock): Posted {
  return { ...UNSENT, remote_ip: null, started_at: clock.now(), ms: 0 };
}

async function postNow(parts: Parts, posting: Posting, clock: Clock): Promise<Posted> {
  const started_at = clock.now();
  const startedMs = performance.now();
  // A first attempt may use an idle socket. When that turns out to be dead the request is sent once more, on a connection
  // of its own; a retry always has one.
  let ended = await exchange(parts, posting, { isFresh: posting.attempt > 1 });
  if (ended.wasStale) ended = await exchange(parts, posting, { isFresh: true });
  const { result, status, error_class, retry_after_seconds, remote_ip } = ended;
  const ms = Math.round(performance.now() - startedMs);
  return { result, status, error_class, retry_after_seconds, remote_ip, started_at, ms };
}

/** The delivery client. It follows no redirect, decodes nothing, reads no proxy setting, and holds no transaction. */
export function poster(options: PosterOptions): Poster {
  const parts: Parts = {
    agents: agents(options.dialer, options.connections),
    silence: silenceWatch(options.limits),
    readKey: options.readKey,
    aborting: new Set(),
  };
  const lanes = newLanes(AT_ONCE_PER_ENDPOINT);
  let isAborted = false;
  return {
    post: async (posting) => {
      assertNoTransaction('webhook delivery');
      const { endpoint_id } = posting;
      if ((await lanes.enter(endpoint_id)) === 'sent_away') return unsent(options.clock);
      try {
        if (isAborted) return unsent(options.clock);
        const posted = await postNow(parts, posting, options.clock);
        // Those in line would only find out the same: they are not tried, and not counted.
        if (isUnreachable(posted.error_class)) lanes.sendAway(endpoint_id);
        return posted;
      } finally {
        lanes.leave(endpoint_id);
      }
    },
    abort: () => {
      isAborted = true;
      lanes.sendAllAway();
      [...parts.aborting].forEach((abort) => abort());
    },
    close: () => parts.agents.close(),
  };
}
