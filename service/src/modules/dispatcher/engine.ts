import type { Ctx } from '../../context.ts';
import type { OpenDatabase } from '../../db/open.ts';
import type { Db } from '../../db/tx.ts';
import { addressBook, type AddressBook } from '../../lib/public-address.ts';
import type { RunFigures, WatchOptions } from '../../lib/watched-runs.ts';
import { within } from '../../lib/within.ts';
import { dialer, poster as newPoster, type Poster } from '../../poster/index.ts';
import type { AttemptParts } from './attempt.ts';
import { dispatcherDatabase } from './database.ts';
import { type Dispatcher, newDispatcher } from './dispatcher.ts';
import { listenForDeliveries } from './notify.ts';
import {
  isAnythingDue,
  parkLeftBehind,
  promoteWaiting,
  RECLAIMED_AT_ONCE,
  reclaimLapsed,
  recorder,
  renewLeases,
} from '../deliveries/index.ts';
import { signingKeys } from '../endpoints/index.ts';
import { repeat, type Repeating } from './timers.ts';
import { type Bell, newBell } from './waits.ts';

const SILENCE_MS = 10_000;
const ATTEMPT_MS_MAX = 300_000;
const LEASE_SECONDS = 30;
const RENEWALS_PER_LEASE = 3;
const IDLE_MS = 100;
const FAULT_PAUSE_MS = 1_000;
const PROMOTE_EVERY_MS = 200;
const RECLAIM_EVERY_MS = 1_000;
const PARK_EVERY_MS = 30_000;
const DRAIN_MS_MAX = 120_000;
const DRAIN_LOOK_MS = 50;
const GRACE_MS = 12_000;
const ABORT_MS = 3_000;

export interface DeliveryOptions {
  /** Certificates of authorities to trust beside the usual ones, as PEM. */
  ca?: readonly string[];
  addresses?: AddressBook;
  onAttempt?: NonNullable<AttemptParts['onAttempt']>;
  onRecorded?: NonNullable<AttemptParts['onRecorded']>;
  /** Told how each run of its loops ended, for figures. */
  onEnd?: WatchOptions['onEnd'];
  /** Fixed in service; tests scale them down. */
  silenceMs?: number;
  attemptMsMax?: number;
  leaseSeconds?: number;
  random?: () => number;
}

export interface Deliveries {
  /** Something may be due now. */
  wake(): void;
  /** Delivers until the database shows nothing that is due now and nothing under way, here or elsewhere, at most two
   *  minutes; what a dead process had leased is waited for and taken back. Returns how many attempts were made here. */
  drain(): Promise<number>;
  /** How the runs of its loops go, and how its connections are. */
  figures(): RunFigures[];
  connections: OpenDatabase['figures'];
  /** Claims nothing more, lets what is under way finish for up to `graceMs` (12 s), and has up to `abortMs` (3 s) to
   *  write down what was cut and give back what was not sent. */
  close(options?: { graceMs?: number; abortMs?: number }): Promise<void>;
}

/** Starts this process's dispatcher: it claims what is due, posts it with no transaction or connection held, and
 *  records what came of it, over connections of its own. */
export function startDeliveries(ctx: Ctx, options: DeliveryOptions = {}): Deliveries {
  const database = dispatcherDatabase(ctx.config.database_url);
  const leaseSeconds = options.leaseSeconds ?? LEASE_SECONDS;
  const bell = newBell();
  const poster = posterFor(ctx, database.db, options);
  const dispatcher = newDispatcher({
    db: database.db,
    clock: ctx.clock,
    log: ctx.log,
    leaseSeconds,
    attempt: {
      poster,
      record: recorder(database.db, ctx.clock),
      clock: ctx.clock,
      random: options.random ?? Math.random,
      scale: ctx.config.webhook_retry_scale,
      log: ctx.log,
      ...(options.onAttempt && { onAttempt: options.onAttempt }),
      ...(options.onRecorded && { onRecorded: options.onRecorded }),
    },
    onRetry: (seconds) => sweeps.promote.sooner(seconds * 1000),
    onRoom: bell.ring,
    onEnd: options.onEnd,
  });
  const isClosing = () => closing !== null;
  const { onRecorded } = options;
  const parts: Parts = { ctx, db: database.db, dispatcher, bell, leaseSeconds, onRecorded, isClosing };
  const sweeps = startSweeps(parts, options.onEnd);
  // What a process left that died before this one started.
  sweeps.reclaim.sooner(0);
  const listening = listenForDeliveries(ctx.config.database_url, bell.ring, ctx.log);
  let closing: Promise<void> | null = null;
  const running = run(parts);

  async function close(graceMs: number, abortMs: number): Promise<void> {
    dispatcher.stopClaiming();
    [sweeps.promote, sweeps.reclaim, sweeps.park].forEach((sweep) => sweep.stop());
    bell.ring();
    const untilMs = performance.now() + graceMs;
    await within(graceMs, running);
    await dispatcher.allEnded(Math.max(0, untilMs - performance.now()));
    poster.abort();
    await dispatcher.allEnded(abortMs);
    // Until here the leases of what is under way were kept.
    sweeps.renew.stop();
    poster.close();
    await listening.close();
    await database.close();
  }

  return {
    wake: bell.ring,
    drain: () => drain(parts),
    connections: database.figures,
    figures: () => [dispatcher.figures(), ...Object.values(sweeps).map((sweep) => sweep.figures())],
    close: ({ graceMs = GRACE_MS, abortMs = ABORT_MS } = {}) => (closing ??= close(graceMs, abortMs)),
  };
}

interface Parts {
  ctx: Ctx;
  db: Db;
  dispatcher: Dispatcher;
  bell: Bell;
  leaseSeconds: number;
  onRecorded: DeliveryOptions['onRecorded'];
  isClosing: () => boolean;
}

function posterFor(ctx: Ctx, db: Db, options: DeliveryOptions): Poster {
  const { clock, config } = ctx;
  return newPoster({
    dialer: dialer({
      addresses: options.addresses ?? addressBook(),
      connectTo: config.webhook_connect_to,
      ca: options.ca ?? [],
    }),
    readKey: signingKeys(db, { clock, keys: config.secrets_keys }),
    clock,
    limits: { silenceMs: options.silenceMs ?? SILENCE_MS, totalMs: options.attemptMsMax ?? ATTEMPT_MS_MAX },
  });
}

type SweepName = 'promote' | 'reclaim' | 'renew' | 'park';

function startSweeps(parts: Parts, onEnd: WatchOptions['onEnd']): Record<SweepName, Repeating> {
  const { ctx, db, dispatcher, bell, leaseSeconds } = parts;
  const { clock, log } = ctx;
  const every = (name: SweepName, everyMs: number, work: () => Promise<void>) =>
    repeat({ name: `deliveries.${name}`, everyMs, log, onEnd }, work);
  return {
    promote: every('promote', PROMOTE_EVERY_MS, async () => {
      if ((await promoteWaiting(db, clock)) > 0) bell.ring();
    }),
    reclaim: every('reclaim', RECLAIM_EVERY_MS, async () => {
      let reclaimed: number;
      do reclaimed = await reclaim(parts);
      while (reclaimed >= RECLAIMED_AT_ONCE && !parts.isClosing());
    }),
    renew: every('renew', (leaseSeconds * 1000) / RENEWALS_PER_LEASE, async () => {
      const leases = dispatcher.leases();
      if (leases.length > 0) await renewLeases(db, leases, leaseSeconds);
    }),
    park: every('park', PARK_EVERY_MS, () => parkLeftBehind(db, clock)),
  };
}

async function reclaim({ ctx, db, dispatcher, onRecorded }: Parts): Promise<number> {
  const { clock, config } = ctx;
  const lapsed = { clock, scale: config.webhook_retry_scale, held: dispatcher.leases() };
  const { reclaimed, failed } = await reclaimLapsed(db, lapsed);
  for (let told = 0; told < failed; told += 1) onRecorded?.('failed');
  return reclaimed;
}

async function run({ ctx, dispatcher, bell, isClosing }: Parts): Promise<void> {
  // In a turn of its own: the caller has its handle first.
  await bell.rung(0);
  while (!isClosing()) {
    try {
      if (!(await dispatcher.pass())) await bell.rung(IDLE_MS);
    } catch (error) {
      ctx.log.warn({ err: error }, 'deliveries could not be claimed');
      await bell.rung(FAULT_PAUSE_MS);
    }
  }
}

// Sweeps and claims pass over rows that another transaction holds, so having found nothing is no proof that nothing is
// due: the rows themselves are asked.
async function drain(parts: Parts): Promise<number> {
  const { db, dispatcher, isClosing } = parts;
  const { clock } = parts.ctx;
  const before = dispatcher.attempts();
  const until = performance.now() + DRAIN_MS_MAX;
  // A long backlog of a disabled endpoint would otherwise be parked a few rows at a time.
  await parkLeftBehind(db, clock);
  while (performance.now() < until && !isClosing()) {
    await reclaim(parts);
    await promoteWaiting(db, clock);
    if (await dispatcher.pass()) continue;
    // One that is recorded may not be counted yet.
    if (!(await isAnythingDue(db, clock)) && dispatcher.leases().length === 0) break;
    await within(DRAIN_LOOK_MS, dispatcher.anyEnded());
  }
  return dispatcher.attempts() - before;
}
