import { randomInt } from 'node:crypto';
import pg from 'pg';
import type { Recorded } from './statements.ts';

const UNIQUE = /^(cs_[0-9A-Za-z]{27}|recorded)$/;

/** Where pgbench is absent: the statements through the bare driver, prepared, at the same concurrency. */
export async function runBareDriver(options: {
  url: string;
  statements: readonly Recorded[];
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
      const fresh = freshValues();
      for (const { name, sql: text, parameters } of named) {
        await pool.query({ name, text, values: parameters.map(fresh) });
      }
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: options.clients }, client));
  await pool.end();
  return done / ((performance.now() - started) / 1000);
}

// One iteration's ids: the same parameter gets the same new value in every statement of it.
function freshValues(): (value: unknown) => unknown {
  const n = randomInt(2 ** 47);
  const uuid = `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
  return (value) => {
    if (typeof value !== 'string') return value;
    if (UNIQUE.test(value)) return `${value.slice(0, 10)}-${n}`;
    return /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8000/.test(value) ? uuid : value;
  };
}
