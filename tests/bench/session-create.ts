import { contextOver } from '../world/context.ts';
import { randomBytes } from 'node:crypto';
import { admitWith } from '../../service/src/modules/admission/index.ts';
import { sessionRoutes } from '../../service/src/modules/sessions/index.ts';
import { OPERATIONS } from '../../service/src/http/operations.ts';
import type { Call } from '../../service/src/http/route.ts';
import type { Scope } from '../../service/src/scope.ts';
import type { Deployment } from './deployment.ts';
import { describe, type Pair, summarize } from './figures.ts';
import { findPgbench, runPgbench } from './pgbench.ts';
import { type NewId, runBareDriver } from './bare-driver.ts';
import { type LoadResult, putLoad } from './processes.ts';
import { pgbenchStatement, type Recorded, recordStatements } from './statements.ts';

const BAR = 0.5;
const CONNECTIONS = 32;
const RECORDED_KEY = 'recorded';

export const SESSION_CREATE_TITLE = `Session create, ${CONNECTIONS} connections`;

/** Session creation with everything on: credential, budget, validation, idempotency, event and delivery; beside
 *  pgbench running the statements that the service ran, at the same concurrency. */
export async function benchSessionCreate(
  deployment: Deployment,
  run: { rounds: number; seconds: number },
): Promise<string> {
  const recorded = await recordCreation(deployment);
  const pgbench = await findPgbench();
  const pairs: Pair[] = [];
  for (let round = 0; round < run.rounds; round += 1) {
    const ours = (await createSessions(deployment, run.seconds)).perSecond;
    const limit = pgbench
      ? await runPgbench({
          pgbench,
          url: deployment.database_url,
          statements: scriptOf(recorded),
          clients: CONNECTIONS,
          seconds: run.seconds,
        })
      : await runBareDriver({
          url: deployment.database_url,
          statements: recorded,
          newIds: newIds(recorded),
          clients: CONNECTIONS,
          seconds: run.seconds,
        });
    pairs.push({ ours, limit });
  }
  const limitName = pgbench ? 'pgbench, the same statements' : 'the bare driver, the same statements';
  return describe(SESSION_CREATE_TITLE, limitName, BAR, summarize(pairs));
}

const BODY = {
  amount: '42.50',
  currency: 'USD',
  external_order_id: 'order-1001',
  description: 'Two mugs and a teapot',
  buyer_email: 'buyer@example.com',
  success_url: 'https://shop.example.com/thanks',
  cancel_url: 'https://shop.example.com/cart',
  items: [
    { name: 'Mug', unit_amount: '10.00', quantity: 2 },
    { name: 'Teapot', unit_amount: '22.50' },
  ],
};

/** Creates sessions for so long, each under a key of its own. */
export async function createSessions(deployment: Deployment, seconds: number): Promise<LoadResult> {
  const body = JSON.stringify(BODY);
  const head = [
    'POST /api/checkout-sessions HTTP/1.1',
    'Host: 127.0.0.1',
    `Authorization: Bearer ${deployment.key}`,
    `X-Merchant-Id: ${deployment.merchant_id}`,
    `Idempotency-Key: ${randomBytes(6).toString('hex')}-{n}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ].join('\r\n');
  return putLoad({
    port: deployment.port,
    connections: CONNECTIONS,
    seconds,
    head,
    body,
    expect: 201,
  });
}

// What one creation runs, written down from the very functions of the service.
async function recordCreation(deployment: Deployment): Promise<Recorded[]> {
  return recordStatements(deployment.database_url, async (db) => {
    const settings = { DATABASE_URL: deployment.database_url, RATE_LIMIT_SCALE: '1000000' };
    const ctx = contextOver({ db, settings });
    const presented = {
      bearer: deployment.key,
      merchant_header: deployment.merchant_id,
      address: '127.0.0.1',
    };
    const operation = { id: 'sessions.create', ...OPERATIONS['sessions.create'] };
    const scope = await admitWith(ctx)(operation, presented);
    const route = sessionRoutes(ctx).find((one) => one.operation === 'sessions.create')!;
    const call: Call<Scope, unknown, unknown, unknown> = {
      ...{ scope, params: {}, query: {}, body: BODY, raw_body: null },
      ...{ headers: { 'idempotency-key': RECORDED_KEY }, address: presented.address, isHeard: () => true },
    };
    await route.handle(call as Call<Scope, never, never, never>);
  });
}

function scriptOf(recorded: readonly Recorded[]): string[] {
  const expressions = {
    session: `('cs_' || :client_id || '-' || :n)`,
    key: `('key-' || :client_id || '-' || :n)`,
    event: `('00000000-0000-7000-8000-' || lpad((:n % 1000000000000)::text, 12, '0'))`,
  };
  const unique = new Map([...newIds(recorded)].map(([value, kind]) => [value, expressions[kind]] as const));
  return recorded.map((statement) => pgbenchStatement(statement, unique));
}

// What every creation makes anew: its session, its Idempotency-Key and its event.
function newIds(recorded: readonly Recorded[]): Map<unknown, NewId> {
  const ids = new Map<unknown, NewId>();
  for (const value of recorded.flatMap((statement) => statement.parameters)) {
    if (typeof value !== 'string') continue;
    if (/^cs_[0-9A-Za-z]{27}$/.test(value)) ids.set(value, 'session');
    if (value === RECORDED_KEY) ids.set(value, 'key');
    if (/^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(value) && isEventId(value, recorded)) ids.set(value, 'event');
  }
  return ids;
}

// The event's id is the one uuid that the event's body names.
function isEventId(value: string, recorded: readonly Recorded[]): boolean {
  const named = `"evt_${value.replaceAll('-', '')}"`;
  return recorded.some(({ parameters }) =>
    parameters.some((one) => typeof one === 'string' && one.includes(named)),
  );
}
