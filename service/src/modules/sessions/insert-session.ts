import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../context.ts';
import { type AnswerKey, claimStatement } from '../answers/index.ts';
import { raiseFragment } from '../webhooks/index.ts';
import { sessionCreated } from './events.ts';
import type { SessionRow } from './queries.ts';

/** What answers to creations are kept under. */
export const OPERATION = 'sessions.create';

export type NewSessionRow = Omit<SessionRow, 'status' | 'rail'> & { rail: string };

/** Inserts the session, its event, the event's deliveries and, under a key, the answer to keep, in one statement:
 *  one trip to the database and one flush of its log. Null when the key was used before; nothing is written then. Else it
 *  tells whether there is something to deliver.
 *  A call with a key that another call holds waits here until that one has ended. */
export async function insertSession(
  ctx: Ctx,
  row: NewSessionRow,
  claim: (AnswerKey & { answer: string }) | null,
): Promise<{ is_routed: boolean } | null> {
  const object = sessionCreated({ ...row, status: 'open' });
  const owner = { channel_id: row.channel_id, merchant_id: row.merchant_id };
  const event = { type: 'checkout.session.created', ...owner, object } as const;
  const raised = raiseFragment(ctx.clock, event, sql`exists (select from session)`);
  const result = await sql<{ inserted: boolean; is_routed: boolean }>`
    with ${claim === null ? sql`` : sql`claim as (${claimStatement(answerOf(row, claim))}),`}
    session as (
      ${insertion(row)}
      ${claim === null ? sql`` : sql`where exists (select from claim)`}
      returning id
    ), ${raised.ctes}
    select exists (select from session) as inserted, exists (select from raised_to) as is_routed`.execute(
    ctx.db,
  );
  const { inserted, is_routed } = result.rows[0]!;
  return inserted ? { is_routed } : null;
}

function answerOf({ merchant_id, created_at }: NewSessionRow, claim: AnswerKey & { answer: string }) {
  return { merchant_id, operation: OPERATION, ...claim, now: created_at };
}

function insertion(row: NewSessionRow): RawBuilder<unknown> {
  return sql`
    insert into checkout_sessions (id, merchant_id, channel_id, amount_cents, currency, expires_at, external_order_id,
      description, buyer_email, success_url, cancel_url, allowed_origins, items, metadata, requires_shipping,
      shipping_address, shipping_amount_cents, created_at, rail, rail_account_id)
    select ${row.id}::text, ${row.merchant_id}::uuid, ${row.channel_id}::uuid, ${row.amount_cents}::bigint,
      ${row.currency}::text, ${row.expires_at}::timestamptz, ${row.external_order_id}::text,
      ${row.description}::text, ${row.buyer_email}::text, ${row.success_url}::text, ${row.cancel_url}::text,
      ${row.allowed_origins}::text[], ${json(row.items)}::jsonb, ${json(row.metadata)}::jsonb,
      ${row.requires_shipping}::boolean, ${json(row.shipping_address)}::jsonb,
      ${row.shipping_amount_cents}::bigint, ${row.created_at}::timestamptz,
      ${row.rail}::text, ${row.rail_account_id}::uuid`;
}

function json(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}
