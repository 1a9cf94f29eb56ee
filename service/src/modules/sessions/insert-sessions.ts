import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../context.ts';
import { asOneOfMany, forMany } from '../../db/share.ts';
import { sqlState } from '../../db/tx.ts';
import { coalesceAlike } from '../../lib/coalesce.ts';
import { type AnswerKey, claimStatement } from '../answers/index.ts';
import { raiseFragment } from '../events/index.ts';
import { sessionCreated } from './events.ts';
import type { SessionRow } from './queries.ts';

/** What answers to creations are kept under. */
export const OPERATION = 'sessions.create';

export type NewSessionRow = Omit<SessionRow, 'status' | 'rail'> & { rail: string };

/** A session to be inserted, and the answer to keep under its key. */
interface NewSession {
  row: NewSessionRow;
  claim: (AnswerKey & { answer: string }) | null;
}

/** Of a session that was inserted: whether there is something to deliver. */
interface Inserted {
  is_routed: boolean;
}

/** Null where the key was used before. */
type Answer = Inserted | null;

interface Asked extends NewSession {
  /** Whoever asked has been told that the database does not answer. */
  isGivenUp: boolean;
}

// Statements of a merchant under way at once: one that waits for a key that another process holds does not hold up all.
const LANES = 2;
// Of the largest bodies a statement is of some megabytes.
const AT_ONCE = 32;
const LOCK_NOT_GIVEN = '55P03';

/** Inserts sessions, their events, the events' deliveries and, under a key, the answer to keep. Null when the key was used before;
 *  nothing is written then. What is asked for one merchant while a statement is under way is inserted by the next one together:
 *  one trip to the database and one flush of its log for all of them. A key that another call holds is waited for until that
 *  one has ended. */
export function sessionInserter(ctx: Ctx): (one: NewSession) => Promise<Answer> {
  const insert = coalesceAlike(
    ({ row }: Asked) => row.merchant_id,
    (asked: readonly Asked[]) => forMany(() => insertTogether(ctx, asked)),
    { lanes: LANES, most: AT_ONCE },
  );
  return async (one) => {
    const asked = { ...one, isGivenUp: false };
    try {
      return await asOneOfMany(insert(asked));
    } catch (error) {
      asked.isGivenUp = true;
      throw error;
    }
  };
}

// Where one of them waits for a key that somebody holds for too long, only that one waits on.
async function insertTogether(
  ctx: Ctx,
  asked: readonly Asked[],
): Promise<readonly (Answer | Promise<Answer>)[]> {
  try {
    return await insertWaitedFor(ctx, asked);
  } catch (error) {
    if (asked.length === 1 || sqlState(error) !== LOCK_NOT_GIVEN) throw error;
    return asked.map(async (one) => (await insertWaitedFor(ctx, [one]))[0]!);
  }
}

// What nobody waits for any more is not made: whoever asked for it may ask again. It is known once there is a connection, which
// may take as long as anybody waits.
async function insertWaitedFor(ctx: Ctx, asked: readonly Asked[]): Promise<Answer[]> {
  return ctx.db.connection().execute(async (db) => {
    const waitedFor = asked.filter(({ isGivenUp }) => !isGivenUp);
    const inserted = waitedFor.length === 0 ? [] : await insertSessions({ ...ctx, db }, waitedFor);
    const of = new Map(waitedFor.map((one, place) => [one, inserted[place]!]));
    return asked.map((one) => of.get(one) ?? null);
  });
}

async function insertSessions(ctx: Ctx, asked: readonly NewSession[]): Promise<Answer[]> {
  const given = asked.map((one, place) => ({ place, ...givenOf(one) }));
  const events = asked.map(({ row }) => ({
    type: 'checkout.session.created' as const,
    ...{ channel_id: row.channel_id, merchant_id: row.merchant_id },
    object: sessionCreated({ ...row, status: 'open' }),
  }));
  const raised = raiseFragment(
    ctx.clock,
    events,
    sql`place in (select place from session join given using (id))`,
  );
  // The table of keys is in nobody's way who uses none.
  const underKey = asked.some(({ claim }) => claim !== null)
    ? { ctes: sql`claim as (${claimStatement(sql`given where key is not null`)}),`, isFree: FREE_KEY }
    : { ctes: sql``, isFree: sql`true` };
  const { rows } = await sql<{ place: number } & Inserted>`
    with given as materialized (${recordsOf(firstOfKey(given))}), ${underKey.ctes}
    session as (${INSERTION} where ${underKey.isFree} returning id), ${raised.ctes}
    select place, place in (select place from raised_to) as is_routed
    from session join given using (id)`.execute(ctx.db);
  const byPlace = new Map(rows.map(({ place, is_routed }) => [place, { is_routed }]));
  return asked.map((_, place) => byPlace.get(place) ?? null);
}

interface Given extends NewSessionRow {
  place: number;
  operation: string;
  key: string | null;
  fingerprint: string | null;
  answer: string | null;
}

function givenOf({ row, claim }: NewSession): Omit<Given, 'place'> {
  const { key, fingerprint, answer } = claim ?? {};
  return {
    ...row,
    ...{ operation: OPERATION, key: key ?? null, answer: answer ?? null },
    fingerprint: fingerprint ? `\\x${fingerprint.toString('hex')}` : null,
  };
}

// One statement cannot claim a key twice.
function firstOfKey(given: readonly Given[]): Given[] {
  const keys = new Set<string>();
  return given.filter(({ key }) => {
    if (key === null) return true;
    const isFirst = !keys.has(key);
    keys.add(key);
    return isFirst;
  });
}

function recordsOf(given: readonly Given[]): RawBuilder<unknown> {
  return sql`
    select place, id, merchant_id, channel_id, amount_cents, currency, expires_at, external_order_id, description, buyer_email,
      success_url, cancel_url, allowed_origins, items, metadata, requires_shipping, shipping_address, shipping_amount_cents,
      created_at, rail, rail_account_id, operation, key, fingerprint, answer
    from json_to_recordset(${JSON.stringify(given)}::text::json) as one (place int, id text, merchant_id uuid, channel_id uuid,
      amount_cents bigint, currency text, expires_at timestamptz, external_order_id text, description text, buyer_email text,
      success_url text, cancel_url text, allowed_origins text[], items jsonb, metadata jsonb, requires_shipping boolean,
      shipping_address jsonb, shipping_amount_cents bigint, created_at timestamptz, rail text, rail_account_id uuid,
      operation text, key text, fingerprint bytea, answer text)`;
}

const INSERTION = sql`
  insert into checkout_sessions (id, merchant_id, channel_id, amount_cents, currency, expires_at, external_order_id,
    description, buyer_email, success_url, cancel_url, allowed_origins, items, metadata, requires_shipping,
    shipping_address, shipping_amount_cents, created_at, rail, rail_account_id)
  select id, merchant_id, channel_id, amount_cents, currency, expires_at, external_order_id, description, buyer_email,
    success_url, cancel_url, allowed_origins, items, metadata, requires_shipping, shipping_address, shipping_amount_cents,
    created_at, rail, rail_account_id
  from given`;

const FREE_KEY = sql`key is null or key in (select key from claim)`;
