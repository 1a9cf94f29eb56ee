import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { namesOf } from './fuzz-bodies.ts';
import { startFuzzWorld } from './fuzz-world.ts';
import { anyCallWith, type FuzzedCall } from './fuzz.fixture.ts';
import type { ListedOperation } from './matrix-document.ts';

// Every operation that the document lists is sent anything at all. A short run here; `npm run fuzz` makes it long.

const numberOf = (name: string) => (process.env[name] === undefined ? undefined : Number(process.env[name]));
const RUNS = numberOf('FUZZ_RUNS') ?? 1_300;
const SEED = numberOf('FUZZ_SEED');
const LIMIT_MS = numberOf('FUZZ_LIMIT_MS') ?? 120_000;
const { FUZZ_OPERATION: ONLY, FUZZ_PATH: PATH } = process.env;

// As many tests of one file run together, unless the runner is told otherwise.
const AT_ONCE = 5;
const MARGIN_MS = 60_000;
const SHOWN_MAX = 4_000;
const KNOWN = [200, 201, 400, 401, 402, 403, 404, 405, 409, 410, 413, 415, 422, 424, 429, 431, 502, 503];

const fuzz = await startFuzzWorld();
const operations = fuzz.operations.filter(({ id }) => ONLY === undefined || id === ONLY);
if (operations.length === 0) throw new Error(`There is no operation ${ONLY}.`);
const anyCall = anyCallWith(namesOf(fuzz.operations));
const answered = new Map<number, number>();
afterAll(async () => {
  await fuzz.close();
  const total = [...answered.values()].reduce((sum, count) => sum + count, 0);
  const each = [...answered].sort().map(([status, count]) => `${count} × ${status}`);
  if (process.env['FUZZ_RUNS']) console.log(`${total} requests answered: ${each.join(', ')}`);
});

async function sendAndJudge(operation: ListedOperation, fuzzed: FuzzedCall): Promise<void> {
  const { request, status, text } = await fuzz.send(operation, fuzzed);
  answered.set(status, (answered.get(status) ?? 0) + 1);
  const told = `${status} to ${request.slice(0, SHOWN_MAX)}\n${text.slice(0, SHOWN_MAX)}`;
  if (!KNOWN.includes(status)) throw new Error(told);
  try {
    JSON.parse(text);
  } catch {
    throw new Error(`not JSON: ${told}`);
  }
}

test.concurrent.each(operations.map((operation) => [operation.id, operation] as const))(
  '%s never answers a fault of ours',
  async (id, operation) => {
    const property = fc.asyncProperty(anyCall, (fuzzed) => sendAndJudge(operation, fuzzed));
    const share = fuzz.operations.length;
    const result = await fc.check(property, {
      numRuns: Math.ceil(RUNS / share),
      interruptAfterTimeLimit: Math.ceil(LIMIT_MS / share) * AT_ONCE,
      ...(SEED === undefined ? {} : { seed: SEED }),
      ...(PATH === undefined ? {} : { path: PATH }),
    });
    if (!result.failed) return;
    const replay = `--operation ${id} --seed ${result.seed} --path ${result.counterexamplePath}`;
    throw new Error(`The same again: npm run fuzz -- ${replay}\n${String(result.errorInstance)}`);
  },
  LIMIT_MS + MARGIN_MS,
);

test.runIf(ONLY === undefined)(
  'the service still works, and the calls were not all refused at the door',
  async () => {
    const ready = await fuzz.world.call('GET', '/readyz');
    expect(ready.status).toBe(200);
    for (const status of [200, 201, 401, 404, 422]) expect([...answered.keys()]).toContain(status);
  },
);
