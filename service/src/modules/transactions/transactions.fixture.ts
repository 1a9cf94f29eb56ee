import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import type { TransactionRow } from '../payments/index.ts';

/** What a transaction that a test puts there is like; the rest is as of any. */
interface Planted {
  merchant_id: string;
  created_at: Date;
  status?: TransactionRow['status'];
  amount_cents?: number;
  currency?: string;
  payment_method?: string;
  processor?: string | null;
  platform_fee_cents?: number;
  provider_fee_cents?: number | null;
  refunded_amount_cents?: number;
  captured_at?: Date | null;
  buyer_email?: string | null;
  description?: string | null;
  /** False: it is an intent that no order came of. */
  has_order?: boolean;
}

/** Puts a transaction there, as no verb of the service would have to; returns its id. */
export async function plant(db: Db, of: Planted): Promise<string> {
  const id = uuidAt(of.created_at);
  const status = of.status ?? 'captured';
  const isTaken = status === 'captured' || status === 'refunded';
  const amount_cents = of.amount_cents ?? 1_000;
  await db
    .insertInto('transactions')
    .values({
      ...{ id, merchant_id: of.merchant_id, provider: 'ppcp', status, amount_cents },
      provider_order_id: of.has_order === false ? null : `order-${id}`,
      currency: of.currency ?? 'USD',
      payment_method: of.payment_method ?? 'wallet',
      processor: of.processor ?? null,
      ...{ platform_fee_percent_millionths: 0, platform_fee_fixed_minor_units: 0 },
      platform_fee_cents: of.platform_fee_cents ?? 0,
      provider_fee_cents: of.provider_fee_cents ?? null,
      refunded_amount_cents: of.refunded_amount_cents ?? (status === 'refunded' ? amount_cents : 0),
      captured_at: of.captured_at ?? (isTaken ? of.created_at : null),
      refunded_at: status === 'refunded' ? of.created_at : null,
      buyer_email: of.buyer_email ?? null,
      description: of.description ?? null,
      created_at: of.created_at,
      updated_at: of.created_at,
    })
    .execute();
  return id;
}

/** Takes what is counted of a merchant's transactions back, as if they had been there before anything was counted. */
export async function leaveUncounted(db: Db, ids: readonly string[]): Promise<void> {
  await sql`update transactions set is_counted = false where id = any(${ids}::uuid[])`.execute(db);
}
