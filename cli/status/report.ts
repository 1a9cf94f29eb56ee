import type { Output } from '../output.ts';
import { aheadOf, type Concern, concernsOf, whole } from './concerns.ts';
import { type Figure, figureOf, figuresBy } from './figures.ts';

/** What was asked of a process. */
export interface Heard {
  base_url: string;
  /** What `/readyz` says. */
  readiness: string;
  figures: readonly Figure[];
  /** Events that were given up at a receiver and of which no replay stands; null when that was not asked or not answered. */
  given_up: number | null;
  /** The operator's token was given, and is not accepted there. */
  is_token_refused: boolean;
}

/** What a deployment is like at one look. */
type StatusReport = ReturnType<typeof reportOf>;

const READY = 'ready';

/** Judges what a process told: `ok` when it is ready and nothing is for a person. */
export function reportOf({ base_url, readiness, figures, given_up, is_token_refused }: Heard) {
  const untold = is_token_refused ? [TOKEN_REFUSED] : givenUp(given_up);
  const concerns = [...unready(readiness), ...concernsOf(figures), ...untold];
  return {
    ok: concerns.length === 0,
    base_url,
    release: figures.find(({ name }) => name === 'fairway_build_info')?.labels ?? {},
    readiness,
    clock_skew_seconds: figureOf(figures, 'fairway_clock_skew_seconds') ?? null,
    is_counted: figureOf(figures, 'fairway_backlog_current') === 1,
    deliveries: figuresBy(figures, 'fairway_deliveries', 'state'),
    given_up,
    notices_waiting: figureOf(figures, 'fairway_notices_waiting') ?? null,
    unsettled: figuresBy(figures, 'fairway_unsettled', 'kind'),
    needs_person: figuresBy(figures, 'fairway_needs_person', 'kind'),
    differences: figuresBy(figures, 'fairway_reconciliation_differences', 'cause'),
    oldest_due_seconds: figuresBy(figures, 'fairway_oldest_due_seconds', 'kind'),
    late_sweeps_seconds: figuresBy(figures, 'fairway_sweep_late_seconds', 'sweep'),
    concerns,
  };
}

// A monitor whose token went out of use would tell for ever that nothing was given up.
const TOKEN_REFUSED: Concern = {
  alert: 'OPERATOR_TOKEN',
  says: 'the operator’s token is refused: what was given up at receivers is not told',
  next: null,
};

function unready(readiness: string): Concern[] {
  // Each reason stands at the top of the page, and is of no one alert.
  return readiness === READY ? [] : [{ alert: 'readyz', says: `it is not ready: ${readiness}`, next: null }];
}

function givenUp(count: number | null): Concern[] {
  if (!count) return [];
  const says = `${count} ${count === 1 ? 'event was' : 'events were'} given up at a receiver`;
  return [{ alert: 'FairwayDeliveriesFail', says, next: 'fairway events replay --state failed' }];
}

/** The report for a person: what is, and below it what to do. */
export function textOf(report: StatusReport, output: Output): string {
  const { release, concerns } = report;
  const head = `Fairway ${release['version']} (${release['environment']}) at ${report.base_url}`;
  const rows = factsOf(report).map(([name, fact]) => `  ${name.padEnd(12)}  ${fact}`);
  const toDo = concerns.map(({ alert, says, next }) => {
    const line = `${output.paint('red', '✗')} ${says} (${alert})`;
    return next === null ? line : `${line}\n    ${next}`;
  });
  const end = concerns.length === 0 ? [`${output.paint('green', '✓')} all is well`] : toDo;
  return [head, ...rows, ...end].join('\n');
}

function factsOf(report: StatusReport): [name: string, fact: string][] {
  const { release, clock_skew_seconds: skew, deliveries } = report;
  const states = { due: 'due', leased: 'under way', waiting: 'for another attempt' };
  const posted = Object.entries(states).map(([state, words]) => `${deliveries[state] ?? 0} ${words}`);
  // Some sweep is always a moment behind its own time; by no whole second that says nothing.
  const late = nonzero(report.late_sweeps_seconds)
    .filter(([, seconds]) => whole(seconds) !== '0')
    .map(([name, seconds]) => `${name} by ${whole(seconds)} s`);
  const waits: [string, string][] = [
    ['deliveries', posted.join(', ')],
    ['notices', `${report.notices_waiting ?? 0} waiting`],
    ['oldest due', oldestOf(report.oldest_due_seconds)],
    ['unsettled', listOf(report.unsettled)],
    ['for a person', listOf(report.needs_person)],
    ['differences', listOf(report.differences)],
  ];
  return [
    ['readiness', report.readiness],
    ['release', `${release['migration']}, roles ${release['roles']}`],
    ['clock', skew === null ? 'not told' : aheadOf(skew)],
    ['late sweeps', late.join(', ') || 'none'],
    ...(report.is_counted ? waits : []),
    ['given up', report.given_up === null ? 'not told' : String(report.given_up)],
  ];
}

function oldestOf(seconds: Readonly<Record<string, number>>): string {
  const [first] = nonzero(seconds).toSorted(([, a], [, b]) => b - a);
  return first ? `${first[0]}, for ${whole(first[1])} s` : 'none';
}

function listOf(counts: Readonly<Record<string, number>>): string {
  return (
    nonzero(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ') || 'none'
  );
}

function nonzero(counts: Readonly<Record<string, number>>): [string, number][] {
  return Object.entries(counts).filter(([, count]) => count > 0);
}
