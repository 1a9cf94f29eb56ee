import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { type Readiness, registerHealth } from './health.ts';

const WELL: Readiness = {
  askDatabase: async () => ({ isReadOnly: false }),
  isStopping: () => false,
  isStuck: () => false,
};
const never = new Promise<never>(() => undefined);

let app: FastifyInstance;
afterEach(() => app.close());

function served(readiness: Partial<Readiness>): FastifyInstance {
  app = Fastify();
  registerHealth(app, { ...WELL, ...readiness });
  return app;
}

async function readiness(of: FastifyInstance) {
  const { statusCode, body } = await of.inject('/readyz');
  return [statusCode, (JSON.parse(body) as { status: string }).status];
}

test.each<[Partial<Readiness>, number, string]>([
  [{}, 200, 'ready'],
  [{ isStopping: () => true }, 503, 'stopping'],
  [{ isStuck: () => true }, 503, 'sweeps stuck'],
  [{ askDatabase: async () => ({ isReadOnly: true }) }, 503, 'database read-only'],
  [{ askDatabase: () => Promise.reject(new Error('away')) }, 503, 'database unavailable'],
])('a process that is %o is answered %i %s', async (state, status, word) => {
  expect(await readiness(served(state))).toEqual([status, word]);
});

test('a database that does not answer is asked once for all who ask, and anew afterwards', async () => {
  let asked = 0;
  let isBack = false;
  const askDatabase = () => {
    asked += 1;
    return isBack ? Promise.resolve({ isReadOnly: false }) : never;
  };
  const of = served({ askDatabase });
  const answers = await Promise.all(Array.from({ length: 50 }, () => readiness(of)));
  expect(new Set(answers.map(String))).toEqual(new Set(['503,database unavailable']));
  expect(asked).toBe(1);
  isBack = true;
  expect(await readiness(of)).toEqual([200, 'ready']);
});
