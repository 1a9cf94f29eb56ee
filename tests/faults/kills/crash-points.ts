import { sql } from 'kysely';
import type { Answer, World } from '../../world/world.ts';
import { withSql } from '../books/books.ts';
import { type Hold, holdAtProvider, holdLock, holdWriters } from '../world/holds.ts';

/** Something of money that a crash can cut, and what it is about. */
export interface Target {
  operation: 'capture' | 'refund' | 'charge';
  /** The provider's own operation that does it. */
  wire: string;
  order_id: string;
  transaction_id: string;
  capture_id: string;
  /** The key that every call for one refund or charge carries. */
  key: string;
  /** Whose instrument is charged. */
  customer_ref: string;
  /** Asks for it, as often as it is called. */
  ask(view: World): Promise<Answer>;
}

/** A named point of a capture, refund or charge at which it can be stopped, without a hook in the service. */
export interface CrashPoint {
  name: string;
  /** Whether the provider has carried out what has come to this point; null when that is a matter of luck. */
  isCarriedOut: boolean | null;
  /** Whether the process must be a new one, which has no token of the provider yet. */
  needsFreshProcess?: true;
  arm(world: World, targets: readonly Target[]): Promise<Hold>;
}

/** Every point between the phases of a capture, of a refund and of a charge. */
export const CRASH_POINTS: readonly CrashPoint[] = [
  { name: 'before the intent is committed', isCarriedOut: false, arm: holdTransactions },
  {
    name: 'intent committed, provider not called',
    isCarriedOut: false,
    needsFreshProcess: true,
    arm: holdToken,
  },
  { name: 'provider called, nothing done', isCarriedOut: false, arm: holdCalls('hang') },
  { name: 'provider done, not answered', isCarriedOut: true, arm: holdCalls('hang_after_commit') },
  { name: 'outcome being recorded', isCarriedOut: true, arm: holdEvents },
  { name: 'first outcome recorded', isCarriedOut: null, arm: awaitRecorded },
];

/** Those at which a provider can be stopped that is asked without a token of its own. */
export const TOKENLESS_POINTS = CRASH_POINTS.filter(({ needsFreshProcess }) => !needsFreshProcess);

function holdCalls(mode: string): CrashPoint['arm'] {
  return (world, targets) => {
    const faults = [...Map.groupBy(targets, ({ wire }) => wire)].map(([operation, held]) => ({
      ...{ operation, mode },
      times: held.length,
    }));
    return holdAtProvider(world, ...faults);
  };
}

// The calls of one process share one question for a token.
async function holdToken(world: World, targets: readonly Target[]): Promise<Hold> {
  const { reached, release } = await holdAtProvider(world, { operation: 'oauth.token', mode: 'hang' });
  const { ids, keys } = namesOf(targets);
  const areIntentsCommitted = () =>
    withSql(world.database_url, async (db) => {
      const { rows } = await sql<{ n: number }>`
        select (
          select count(*) from capture_attempts where transaction_id = any(${ids}::uuid[]) and state = 'sending'
        )::int + (
          select count(*) from refunds where transaction_id = any(${ids}::uuid[]) and state = 'requested'
        )::int + (
          select count(*) from vault_charges where idempotency_key = any(${keys}::text[]) and state = 'sending'
        )::int as n`.execute(db);
      return rows[0]!.n === targets.length;
    });
  return { reached: async () => (await reached()) && (await areIntentsCommitted()), release };
}

// The first transaction of every operation locks the row of what it is about; a charge refers to its instrument's.
async function holdTransactions(world: World, targets: readonly Target[]): Promise<Hold> {
  const { ids, customers } = namesOf(targets);
  return holdLock(world, targets.length, async (db) => {
    await sql`select 1 from transactions where id = any(${ids}::uuid[]) for update`.execute(db);
    await sql`
      select 1 from vault_tokens where customer_ref = any(${customers}::text[]) for update`.execute(db);
  });
}

// A charge has no transaction before it is asked for.
function namesOf(targets: readonly Target[]): { ids: string[]; keys: string[]; customers: string[] } {
  const [charges, others] = [true, false].map((isCharge) =>
    targets.filter(({ operation }) => (operation === 'charge') === isCharge),
  ) as [Target[], Target[]];
  return {
    ids: others.map(({ transaction_id }) => transaction_id),
    keys: charges.map(({ key }) => key),
    customers: charges.map(({ customer_ref }) => customer_ref),
  };
}

// The second transaction ends with its events, the first raises none.
async function holdEvents(world: World, targets: readonly Target[]): Promise<Hold> {
  return holdWriters(world, 'events', targets.length);
}

async function awaitRecorded(world: World, targets: readonly Target[]): Promise<Hold> {
  const captures = targets
    .filter(({ operation }) => operation === 'capture')
    .map((one) => one.transaction_id);
  const refunds = targets.filter(({ operation }) => operation === 'refund').map((one) => one.transaction_id);
  const { keys } = namesOf(targets);
  return {
    reached: () =>
      withSql(world.database_url, async (db) => {
        const { rows } = await sql<{ recorded: boolean }>`
          select exists (select from transactions where id = any(${captures}::uuid[]) and status = 'captured')
            or exists (
              select from refunds where transaction_id = any(${refunds}::uuid[]) and state = 'completed'
            ) or exists (
              select from vault_charges where idempotency_key = any(${keys}::text[]) and state = 'done'
            ) as recorded`.execute(db);
        return rows[0]!.recorded;
      }),
    release: async () => undefined,
  };
}
