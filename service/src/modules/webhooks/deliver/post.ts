import type { Clock } from '../../../lib/clock.ts';
import { assertNoTransaction } from '../../../lib/transaction-guard.ts';
import { agents, type ConnectionLimits } from './agents.ts';
import type { Dialer } from './dial.ts';
import type { ErrorClass } from './error-class.ts';
import { type Answer, exchange, type Parts, type Posting } from './exchange.ts';
import type { ReadSigningKey } from './signing-keys.ts';
import { silenceWatch, type SilenceLimits } from './silence.ts';

/** What became of an attempt. */
export interface Posted extends Answer {
  error_class: ErrorClass | null;
  remote_ip: string | null;
  /** The host's own time, as `t` is. */
  started_at: Date;
  ms: number;
}

export interface Poster {
  /** Makes one attempt; never throws for what the receiver or the network does. */
  post(posting: Posting): Promise<Posted>;
  /** Ends every attempt under way: one that is not sent yet as `unsent`, the others as failed. */
  abort(): void;
  close(): void;
}

export interface PosterOptions {
  dialer: Dialer;
  readKey: ReadSigningKey;
  clock: Clock;
  limits: SilenceLimits;
  /** Fixed in service; tests scale them down. */
  connections?: ConnectionLimits;
}

/** The delivery client. It follows no redirect, decodes nothing, reads no proxy setting, and holds no transaction. */
export function poster(options: PosterOptions): Poster {
  const parts: Parts = {
    agents: agents(options.dialer, options.connections),
    silence: silenceWatch(options.limits),
    readKey: options.readKey,
    aborting: new Set(),
  };
  return {
    post: async (posting) => {
      assertNoTransaction('webhook delivery');
      const started_at = options.clock.wall();
      const startedMs = performance.now();
      // A first attempt may use an idle socket. When that turns out to be dead the request is sent once more, on a
      // connection of its own; a retry always has one.
      let ended = await exchange(parts, posting, { isFresh: posting.attempt > 1 });
      if (ended.wasStale) ended = await exchange(parts, posting, { isFresh: true });
      const { result, status, error_class, retry_after_seconds, remote_ip } = ended;
      const ms = Math.round(performance.now() - startedMs);
      return { result, status, error_class, retry_after_seconds, remote_ip, started_at, ms };
    },
    abort: () => [...parts.aborting].forEach((abort) => abort()),
    close: () => parts.agents.close(),
  };
}
