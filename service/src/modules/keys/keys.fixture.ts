import { contextOver } from '../../../../tests/world/context.ts';
import { createServiceDatabase } from '../../../../tests/world/database.ts';
import type { Ctx } from '../../context.ts';
import { openDatabase } from '../../db/open.ts';
import { inTransaction } from '../../db/tx.ts';
import { type OperationId, OPERATIONS } from '../../http/operations.ts';
import { movableClock } from '../../lib/clock.ts';
import { uuidAt } from '../../lib/ids.ts';
import { BudgetExceeded, Refusal } from '../../refusals.ts';
import type { Presented, Scope } from '../../scope.ts';
import { admitWith } from '../admission/index.ts';
import { createChannel } from '../channels/index.ts';
import { createKey } from './create-key.ts';

// Keys and whoever is admitted by them, over a database of their own.

export const OPERATOR_TOKEN = 'operator-token-of-thirty-two-characters';
export const ACTOR = 'key:test';

export interface KeyWorld {
  ctx: Ctx;
  clock: ReturnType<typeof movableClock>;
  database_url: string;
  /** Calls the operation with nothing but what is told. */
  admit(operation: OperationId, presented: Partial<Presented>): Promise<Scope>;
  close(): Promise<void>;
}

export async function startKeyWorld(): Promise<KeyWorld> {
  const clock = movableClock();
  const database = await createServiceDatabase();
  const opened = openDatabase({ url: database.url, connectionsMax: 10, name: 'keys-test' });
  const settings = { DATABASE_URL: database.url, OPERATOR_TOKEN };
  const ctx = contextOver({ db: opened.db, settings }, { clock });
  const admission = admitWith(ctx);
  return {
    ctx,
    clock,
    database_url: database.url,
    admit: (operation, presented) =>
      admission(
        { id: operation, ...OPERATIONS[operation] },
        { bearer: null, merchant_header: null, address: '203.0.113.1', ...presented },
      ),
    close: async () => {
      await opened.close();
      await database.drop();
    },
  };
}

export async function newChannel(ctx: Ctx): Promise<string> {
  return (await inTransaction(ctx.db, (tx) => createChannel(tx, ctx, { name: 'Channel' }))).id;
}

export async function newChannelKey(ctx: Ctx, channel_id: string, name = 'Key') {
  return createKey(ctx, { owner: { channel_id }, actor: ACTOR, name });
}

export async function newMerchant(ctx: Ctx, channel_id: string | null): Promise<string> {
  const id = uuidAt(ctx.clock.now());
  const email = `${id}@example.com`;
  const row = { id, channel_id, email, email_folded: email, business_name: 'Shop', country_code: 'US' };
  await ctx.db
    .insertInto('merchants')
    .values({ ...row, created_at: ctx.clock.now() })
    .execute();
  return id;
}

export async function newMerchantKey(ctx: Ctx, merchant_id: string): Promise<string> {
  return (await mintMerchantKey(ctx, merchant_id)).key;
}

/** The same with its record. */
export async function mintMerchantKey(ctx: Ctx, merchant_id: string, name = 'Key') {
  return createKey(ctx, { owner: { merchant_id }, actor: 'operator', name });
}

/** How a call ended: `done`, or the name of what refused it. Any other failure is the test's. */
export async function outcomeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return error.refusal;
    if (error instanceof BudgetExceeded) return 'budget_exceeded';
    throw error;
  }
}

export async function countOutcomes(calls: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const outcomes = await Promise.all(calls.map(outcomeOf));
  return Object.fromEntries(
    [...Map.groupBy(outcomes, (outcome) => outcome)].map(([name, all]) => [name, all.length]),
  );
}
