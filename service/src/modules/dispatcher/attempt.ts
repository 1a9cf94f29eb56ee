import type { Logger } from 'pino';
import type { Clock } from '../../lib/clock.ts';
import { eventIdOf, endpointIdOf } from '../../lib/ids.ts';
import { isUnreachable, type Posted, type Poster } from '../../poster/index.ts';
import {
  type Claimed,
  type Outcome,
  type Reach,
  type Recorded,
  retryDelaySeconds,
} from '../deliveries/index.ts';

const RECORD_WITHIN_MS = 60_000;
const RECORD_PAUSE_MS = 200;
const RECORD_PAUSE_MS_MAX = 1_000;

export interface AttemptParts {
  poster: Poster;
  record: (outcome: Outcome) => Promise<Recorded>;
  clock: Clock;
  random: () => number;
  scale: number;
  log: Logger;
  /** Told of each attempt when its receiver is done with it, for figures. */
  onAttempt?: (attempt: { result: string; error: string | null; ms: number }) => void;
  /** Told where each delivery went by it, for figures. */
  onRecorded?: (next: Recorded) => void;
}

interface Attempted {
  recorded: Recorded;
  retry_seconds: number;
}

// An endpoint that answers within this gets the next ones before it asks for them.
const QUICK_MS = 100;

/** Makes one attempt of a leased delivery, records what came of it, and writes one line about it. `onPosted` is called as
 *  soon as the receiver is done with it: others may begin while it is recorded. */
export async function attemptDelivery(
  parts: AttemptParts,
  claimed: Claimed,
  onPosted: (reach: Reach) => void,
): Promise<Attempted> {
  const posted = await send(parts, claimed);
  onPosted(reachOf(posted));
  parts.onAttempt?.({ result: posted.result, error: posted.error_class, ms: posted.ms });
  const retry_seconds = retryDelaySeconds({
    attempt: claimed.attempt,
    scale: parts.scale,
    random: parts.random(),
    retryAfterSeconds: posted.retry_after_seconds,
  });
  const { result, status, error_class, started_at, ms, remote_ip } = posted;
  const { id, token, url } = claimed;
  const recorded = await recordSurely(parts, {
    ...{ id, token, result, status, error_class, started_at, ms, remote_ip, url, retry_seconds },
  });
  parts.onRecorded?.(recorded);
  logAttempt(parts.log, claimed, posted, recorded);
  return { recorded, retry_seconds };
}

async function send(parts: AttemptParts, claimed: Claimed): Promise<Posted> {
  const { id, token, type, body } = claimed;
  if (type === null || body === null) return unsendable(parts.clock, 'event_missing');
  try {
    return await parts.poster.post({ ...claimed, type, body, lease: { id, token } });
  } catch (error) {
    // A row that breaks the sender itself fails alone.
    parts.log.error({ err: error, delivery_id: claimed.id }, 'a delivery could not be attempted');
    return unsendable(parts.clock, 'fault');
  }
}

function unsendable(clock: Clock, errorClass: 'event_missing' | 'fault'): Posted {
  const nothing = { status: null, remote_ip: null, ms: 0, retry_after_seconds: null };
  return { result: 'failed', error_class: errorClass, started_at: clock.now(), ...nothing };
}

// The receiver has the event; a database that is away for a while should not make it get the event twice.
async function recordSurely(parts: AttemptParts, outcome: Outcome): Promise<Recorded> {
  const until = performance.now() + RECORD_WITHIN_MS;
  for (let tries = 1; ; tries += 1) {
    try {
      return await parts.record(outcome);
    } catch (error) {
      if (performance.now() > until) throw error;
      const pauseMs = Math.min(RECORD_PAUSE_MS * tries, RECORD_PAUSE_MS_MAX);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

function reachOf(posted: Posted): Reach {
  if (posted.result === 'unsent' || posted.result === 'stopped') return 'unknown';
  if (posted.error_class === 'interrupted' || posted.error_class === 'fault') return 'unknown';
  if (isUnreachable(posted.error_class)) return 'unreachable';
  return posted.ms <= QUICK_MS ? 'quick' : 'reached';
}

// The host says where; the path may hold what only the receiver should know.
function logAttempt(log: Logger, claimed: Claimed, posted: Posted, recorded: Recorded): void {
  const line = {
    event: 'delivery_attempt',
    event_id: eventIdOf(claimed.event_id),
    event_type: claimed.type,
    endpoint_id: endpointIdOf(claimed.endpoint_id),
    host: claimed.host,
    attempt: claimed.attempt,
    result: posted.result,
    next: recorded,
    status: posted.status,
    error: posted.error_class,
    ms: posted.ms,
  };
  if (posted.error_class === 'secret_unreadable' || posted.error_class === 'event_missing') {
    log.error(line, 'delivery attempt');
  } else log.info(line, 'delivery attempt');
}
