import { randomInt } from 'node:crypto';
import pg from 'pg';
import type { Recorded } from './statements.ts';

/** What is made anew in each iteration. */
export type NewId = 'session' | 'key' | 'event';

/** Where pgbench is absent: the statements through the bare driver, prepared, at the same concurrency. */
export async function runBareDriver(options: {
  url: string;
  statements: readonly Recorded[];
  newIds: ReadonlyMap<unknown, NewId>;
  clients: number;
  seconds: number;
}): Promise<number> {
  const pool = new pg.Pool({ connectionString: options.url, max: options.clients });
  const started = performance.now();
  const until = started + options.seconds * 1000;
  let done = 0;
  const named = options.statements.map((statement, n) => ({ name: `s${n}`, ...statement }));
  const client = async () => {
    while (performance.now() < until) {
      const fresh = freshValues(options.newIds);
      for (const { name, sql: text, parameters } of named) {
        await pool.query({ name, text, values: parameters.map(fresh) });
      }
      done += 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: options.clients }, client));
    return done / ((performance.now() - started) / 1000);
  } finally {
    await pool.end();
  }
}

// One iteration's ids: the same parameter gets the same new value in every statement of it.
function freshValues(newIds: ReadonlyMap<unknown, NewId>): (value: unknown) => unknown {
  const n = randomInt(2 ** 47);
  const ids = {
    session: `cs_${n}`,
    key: `key-${n}`,
    event: `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`,
  };
  return (value) => {
    const kind = newIds.get(value);
    return kind === undefined ? value : ids[kind];
  };
}
