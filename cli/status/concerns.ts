import type { Figure } from './figures.ts';

/** What somebody has to look at, by the alert whose part of docs/operating/alerts.md tells what to do. */
export interface Concern {
  alert: string;
  says: string;
  /** The command to go on with; null where the log of the process is the place to look. */
  next: string | null;
}

/** A figure that is out of bounds at one look. `limit` is that of the alert, which waits a while besides. */
export interface Rule {
  alert: string;
  figure: string;
  labels?: Readonly<Record<string, string>>;
  limit: number;
  /** Of a figure whose sign says nothing. */
  isOfEitherSign?: true;
  says(what: string, value: number): string;
  next: string | null;
}

const UNSETTLED = 'fairway unsettled list';

/** The rules, of those in docs/operating/alerts.yml that need no second look: what grows is seen by Prometheus alone. */
export const RULES: readonly Rule[] = [
  {
    alert: 'FairwaySweepLate',
    figure: 'fairway_sweep_late_seconds',
    limit: 300,
    says: (sweep, seconds) => `the sweep ${sweep} should have ended well ${whole(seconds)} s ago`,
    next: null,
  },
  {
    alert: 'FairwaySweepAbandoned',
    figure: 'fairway_sweep_abandoned_runs',
    limit: 0,
    says: (sweep, runs) => `${runs} of the sweep ${sweep} did not end`,
    next: null,
  },
  {
    alert: 'FairwayWorkWaits',
    figure: 'fairway_oldest_due_seconds',
    labels: { queue: 'work' },
    limit: 300,
    says: (kind, seconds) => `the oldest ${kind} has been due for ${whole(seconds)} s`,
    next: null,
  },
  {
    alert: 'FairwayScheduledWorkWaits',
    figure: 'fairway_oldest_due_seconds',
    labels: { queue: 'scheduled' },
    limit: 3_600,
    says: (kind, seconds) => `the oldest ${kind} has been due for ${whole(seconds)} s`,
    next: null,
  },
  {
    alert: 'FairwayDeliveriesWait',
    figure: 'fairway_oldest_due_seconds',
    labels: { queue: 'deliveries' },
    limit: 3_600,
    says: (_kind, seconds) => `the oldest delivery has been due for ${whole(seconds)} s`,
    next: 'fairway events list --state pending',
  },
  {
    alert: 'FairwayDeliveriesPileUp',
    figure: 'fairway_deliveries',
    labels: { state: 'due' },
    limit: 50_000,
    says: (_state, count) => `${count} deliveries are due`,
    next: 'fairway events list --state pending',
  },
  {
    alert: 'FairwayNoticesPileUp',
    figure: 'fairway_notices_waiting',
    limit: 1_000,
    says: (_none, count) => `${count} notices of providers wait`,
    next: null,
  },
  {
    alert: 'FairwayInDoubt',
    figure: 'fairway_unsettled',
    limit: 100,
    says: (kind, count) => `${kind}: ${count} without an answer of the provider`,
    next: UNSETTLED,
  },
  {
    alert: 'FairwayNeedsPerson',
    figure: 'fairway_needs_person',
    limit: 0,
    says: (kind, count) => `${kind}: ${count} for a person to settle`,
    next: UNSETTLED,
  },
  {
    alert: 'FairwayBooksDiffer',
    figure: 'fairway_reconciliation_differences',
    limit: 0,
    says: (cause, count) => `${cause}: ${count} told otherwise by the provider’s books`,
    next: 'fairway reconcile list',
  },
  {
    alert: 'FairwayConnectionsWaitedFor',
    figure: 'fairway_database_connections',
    labels: { state: 'waiting' },
    limit: 50,
    says: (pool, count) => `${count} wait for a connection of the pool ${pool}`,
    next: null,
  },
  {
    alert: 'FairwayTransactionOld',
    figure: 'fairway_database_oldest_transaction_seconds',
    limit: 900,
    says: (_none, seconds) => `a transaction has been open in the database for ${whole(seconds)} s`,
    next: null,
  },
  {
    alert: 'FairwayClockSkewed',
    figure: 'fairway_clock_skew_seconds',
    limit: 1,
    isOfEitherSign: true,
    says: (_none, seconds) => `the clock of the host is ${aheadOf(seconds)}`,
    next: null,
  },
  {
    alert: 'FairwayClockUnread',
    figure: 'fairway_clock_read_age_seconds',
    limit: 60,
    says: (_none, seconds) => `the clock of the database was read ${whole(seconds)} s ago`,
    next: null,
  },
];

// What tells the figures of a name apart; the others are the same in all that a rule is about.
const TELLING = ['sweep', 'kind', 'cause', 'pool'];

/** What is out of bounds among the figures of a process, in the order of the rules. */
export function concernsOf(figures: readonly Figure[]): Concern[] {
  const isCounted = figures.some(({ name, value }) => name === 'fairway_backlog_current' && value === 1);
  const uncounted = { alert: 'FairwayFiguresOld', says: 'what waits could not be counted', next: null };
  const found = RULES.flatMap(({ alert, next, ...rule }) =>
    figures
      .filter((figure) => isBeyond(figure, rule))
      .map(({ labels, value }) => {
        const what = TELLING.map((name) => labels[name]).find((label) => label !== undefined) ?? '';
        return { alert, says: rule.says(what, value), next };
      }),
  );
  return isCounted ? found : [uncounted, ...found];
}

function isBeyond(figure: Figure, rule: Omit<Rule, 'alert' | 'next'>): boolean {
  if (figure.name !== rule.figure) return false;
  const others = Object.entries(rule.labels ?? {});
  if (others.some(([name, value]) => figure.labels[name] !== value)) return false;
  return (rule.isOfEitherSign ? Math.abs(figure.value) : figure.value) > rule.limit;
}

/** How far a clock is from the database's. */
export function aheadOf(seconds: number): string {
  const far = Math.abs(seconds).toFixed(3);
  return `${far} s ${seconds < 0 ? 'behind' : 'ahead of'} the database’s`;
}

/** Seconds without their parts. */
export function whole(seconds: number): string {
  return String(Math.round(seconds));
}
