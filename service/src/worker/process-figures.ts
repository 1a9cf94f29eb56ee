import { Counter, Gauge, type Registry } from 'prom-client';
import type { PoolFigures } from '../../../postgres/pool.ts';
import type { Release } from '../lib/release.ts';
import type { RunEnd, RunFigures } from '../lib/watched-runs.ts';

/** What a process can tell of itself at any moment without asking anybody. */
interface Told {
  runs(): readonly RunFigures[];
  release: Release;
  clock(): { skewSeconds: number; sinceReadSeconds: number };
  /** Pools of connections by name; those that are not open are undefined. */
  pools(): Readonly<Record<string, PoolFigures | undefined>>;
}

export interface ProcessFigures {
  countRun(sweep: string, end: RunEnd): void;
}

/** Which release a process is and how its sweeps, its clock and its connections are, for Prometheus. */
export function showProcess(registry: Registry, told: Told): ProcessFigures {
  new Gauge({
    name: 'fairway_build_info',
    help: 'Always 1: the release that the process runs, by the newest migration that it holds too, and as what.',
    labelNames: ['version', 'migration', 'environment', 'roles'],
    registers: [registry],
  }).set({ ...told.release }, 1);
  showRuns(registry, told);
  showClock(registry, told);
  showPools(registry, told);
  const runs = new Counter({
    name: 'fairway_sweep_runs_total',
    help: 'Runs of sweeps, by how they ended: done, failed, or given up since they did not end.',
    labelNames: ['sweep', 'end'],
    registers: [registry],
  });
  return { countRun: (sweep, end) => runs.inc({ sweep, end }) };
}

function showRuns(registry: Registry, told: Told): void {
  const registers = [registry];
  const abandoned: Gauge<'sweep'> = new Gauge({
    name: 'fairway_sweep_abandoned_runs',
    help: 'Runs of a sweep that were given up and have not ended yet.',
    labelNames: ['sweep'],
    registers,
    collect: () => {
      for (const run of told.runs()) abandoned.set({ sweep: run.name }, run.abandoned);
    },
  });
  const late: Gauge<'sweep'> = new Gauge({
    name: 'fairway_sweep_late_seconds',
    help: 'How long ago a run of the sweep should have ended well; 0 while it is in time.',
    labelNames: ['sweep'],
    registers,
    collect: () => {
      for (const run of told.runs()) late.set({ sweep: run.name }, run.lateSeconds);
    },
  });
}

function showClock(registry: Registry, told: Told): void {
  const registers = [registry];
  const skew: Gauge = new Gauge({
    name: 'fairway_clock_skew_seconds',
    help: 'How far the clock of the host is ahead of the database’s; negative when it is behind.',
    registers,
    collect: () => skew.set(told.clock().skewSeconds),
  });
  const age: Gauge = new Gauge({
    name: 'fairway_clock_read_age_seconds',
    help: 'How long ago the clock of the database was read.',
    registers,
    collect: () => age.set(told.clock().sinceReadSeconds),
  });
}

const TOTALS = {
  leases: { of: 'lent', help: 'How often a connection to the database was lent, by pool.' },
  abandoned_statements: { of: 'abandoned', help: 'Statements given up because no answer came, by pool.' },
  lost_connections: { of: 'lost', help: 'Connections to the database that broke, by pool.' },
} as const;

function showPools(registry: Registry, told: Told): void {
  const registers = [registry];
  const open = () =>
    Object.entries(told.pools()).flatMap(([pool, figures]) => (figures ? [{ pool, ...figures }] : []));
  const connections: Gauge<'pool' | 'state'> = new Gauge({
    name: 'fairway_database_connections',
    help: 'Connections to the database that are in use and idle, and callers that wait for one, by pool.',
    labelNames: ['pool', 'state'],
    registers,
    collect: () => {
      for (const { pool, ...figures } of open()) {
        for (const state of ['in_use', 'idle', 'waiting'] as const)
          connections.set({ pool, state }, figures[state]);
      }
    },
  });
  const total = (name: string, help: string, of: (figures: PoolFigures) => number) => {
    const counter: Counter<'pool'> = new Counter({
      name: `fairway_database_${name}_total`,
      help,
      labelNames: ['pool'],
      registers,
      collect: () => {
        counter.reset();
        for (const { pool, ...figures } of open()) counter.inc({ pool }, of(figures));
      },
    });
  };
  total(
    'waited_seconds',
    'How long callers waited for a connection in all, by pool.',
    ({ waited_ms }) => waited_ms / 1000,
  );
  for (const [name, { of, help }] of Object.entries(TOTALS)) total(name, help, (figures) => figures[of]);
}
