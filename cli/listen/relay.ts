import { setTimeout as pause } from 'node:timers/promises';
import type { Output } from '../output.ts';
import type { Feed } from './feed.ts';
import { type FedEvent, forward, type Forwarded } from './forward.ts';
import type { ListenerState, StateFile } from './state.ts';

/** What a refused event waits before each further attempt. Then it is passed over: those behind it are in order, and
 *  wait. */
export const RETRY_DELAYS_MS = [500, 1_000, 2_000, 4_000];
const LOOK_FOR_TARGET_MS = 500;
// A wait that took this long by the wall clock was a sleep of the machine.
const SLEPT_MS = 60_000;

export interface RelayParts {
  feed: Feed;
  target: URL;
  /** Which types are forwarded; null forwards all. */
  types: ReadonlySet<string> | null;
  file: StateFile;
  output: Output;
  signal: AbortSignal;
  /** How long a refused event rests before each further attempt. */
  retryDelaysMs?: readonly number[];
}

/** Forwards events one after the other until `signal` ends it, and keeps after each how far it is:
 *  whatever ends the process, the next one goes on there. An event may so be forwarded twice, and none
 *  is left out. Gap G55. */
export async function relay(parts: RelayParts, state: ListenerState, isResumed: boolean): Promise<void> {
  const { feed, signal, output } = parts;
  let held = state;
  let missed: number | null = isResumed ? 0 : null;
  while (!signal.aborted) {
    const began = Date.now();
    const page = await feed.next(held.cursor, {
      isWaiting: missed === null,
      onLost: (why) => {
        missed ??= 0;
        output.note(`Not connected: ${why}. Trying again; nothing is lost.`);
      },
    });
    if (Date.now() - began > SLEPT_MS) missed ??= 0;
    for (const event of page.items) {
      const isWanted = parts.types === null || parts.types.has(event.type);
      if (isWanted && (await forwardSurely(parts, event, held.secret)) === 'stopped') return;
      held = { ...held, cursor: event.cursor };
      if (isWanted) await parts.file.write(held);
      if (isWanted && missed !== null) missed += 1;
    }
    if (page.items.length > 0) await parts.file.write(held);
    if (page.isEnd && missed !== null) {
      tellCaughtUp(output, missed);
      missed = null;
    }
  }
}

async function forwardSurely(
  parts: RelayParts,
  event: FedEvent,
  secret: string,
): Promise<'delivered' | 'given_up' | 'stopped'> {
  const { target, signal, retryDelaysMs = RETRY_DELAYS_MS } = parts;
  for (let attempt = 1, isAbsent = false; ;) {
    const forwarded = await forward(target, event, { secret, signal });
    if (forwarded.kind === 'stopped') return 'stopped';
    if (forwarded.kind === 'absent') {
      // Its program is being started anew, most likely: that is no refusal of this event.
      if (!isAbsent)
        parts.output.note(`Nothing listens at ${target.origin}: waiting for it; nothing is lost.`);
      isAbsent = true;
      if (!(await rest(LOOK_FOR_TARGET_MS, signal))) return 'stopped';
      continue;
    }
    const isLast = attempt > retryDelaysMs.length;
    const outcome = outcomeOf(forwarded, isLast);
    tellAttempt(parts.output, event, { forwarded, attempt, outcome });
    if (outcome !== 'retrying') return outcome;
    if (!(await rest(retryDelaysMs[attempt - 1]!, signal))) return 'stopped';
    attempt += 1;
  }
}

type Told = Exclude<Forwarded, { kind: 'stopped' | 'absent' }>;
type Outcome = 'delivered' | 'retrying' | 'given_up';

function outcomeOf(forwarded: Told, isLast: boolean): Outcome {
  if (forwarded.kind === 'answered' && forwarded.status >= 200 && forwarded.status < 300) return 'delivered';
  return isLast ? 'given_up' : 'retrying';
}

function tellAttempt(
  output: Output,
  event: FedEvent,
  told: { forwarded: Told; attempt: number; outcome: Outcome },
): void {
  const { forwarded, attempt, outcome } = told;
  const status = forwarded.kind === 'answered' ? forwarded.status : null;
  const error = forwarded.kind === 'failed' ? forwarded.error : null;
  const { id: event_id, type } = event;
  const mark = outcome === 'delivered' ? output.paint('green', '✓') : output.paint('red', '✗');
  const then = {
    delivered: '',
    retrying: ', trying again',
    given_up: `, given up after ${attempt} attempts`,
  };
  output.result(
    { kind: 'forwarded', event_id, type, attempt, status, error, ms: forwarded.ms, outcome },
    `${mark} ${type} ${event_id} → ${status ?? error} (${forwarded.ms} ms)${then[outcome]}`,
  );
}

function tellCaughtUp(output: Output, events: number): void {
  const what = events === 1 ? '1 event' : `${events} events`;
  output.result({ kind: 'caught_up', events }, `Caught up on ${what} that came while nobody listened.`);
}

async function rest(ms: number, signal: AbortSignal): Promise<boolean> {
  return pause(ms, undefined, { signal }).then(
    () => true,
    () => false,
  );
}
