import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Statement } from './statements.ts';

const SHARED = Symbol.for('fairway.heard');
const shelf = globalThis as { [SHARED]?: true };

/** Adds a statement to those that this process has heard; null outside of a run, and where this process adds already. */
export function rememberHere(): ((statement: Statement) => void) | null {
  const folder = process.env['TEST_STATEMENTS'];
  if (!folder || shelf[SHARED]) return null;
  shelf[SHARED] = true;
  const file = path.join(folder, `${process.pid}.jsonl`);
  return (statement) => appendFileSync(file, `${JSON.stringify(statement)}\n`);
}

/** What the processes of this run have heard so far, each text once. */
export function allHeard(): Statement[] {
  const folder = process.env['TEST_STATEMENTS']!;
  const lines = readdirSync(folder).flatMap((name) =>
    readFileSync(path.join(folder, name), 'utf8').split('\n').filter(Boolean),
  );
  const statements = lines.map((line) => JSON.parse(line) as Statement);
  return [...new Map(statements.map((statement) => [statement.text, statement])).values()];
}
