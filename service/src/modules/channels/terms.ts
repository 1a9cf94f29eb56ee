import { sql } from 'kysely';
import type { TERMS_TYPES } from '../../../../wire/channels/schemas.ts';
import type { Ctx } from '../../context.ts';
import { type Db, inTransaction, type Tx } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import { UnfitValue } from '../../refusals.ts';
import { refused, type Refused } from '../../refused.ts';
import { recordAudit } from '../audit/index.ts';
import { type ChannelRow, readChannel, lockChannel } from './queries.ts';

/** What a channel is paid: a part of the platform's fee, an amount for each transaction, or both. */
interface Terms {
  type: (typeof TERMS_TYPES)[number];
  description: string;
  fee_share_basis_points: number | null;
  per_transaction_minor_units: number | null;
  per_transaction_currency: string | null;
}

export interface TermsRow extends Terms {
  id: string;
  version: number;
  created_at: Date;
}

/** The terms as an operator names them; what their type has no use for may be left out. */
export type NamedTerms = Pick<Terms, 'type' | 'description'> & {
  [K in Exclude<keyof Terms, 'type' | 'description'>]?: Terms[K] | undefined;
};

const COLUMNS = [
  'id',
  'version',
  'type',
  'description',
  'fee_share_basis_points',
  'per_transaction_minor_units',
  'per_transaction_currency',
  'created_at',
] as const;

/** Agrees on other terms from now on, as a further version, and answers that one; the same terms again add none. Refused:
 *  channel_not_found. Throws UnfitValue for what the type of the terms needs or has no use for. */
export async function setTerms(
  ctx: Ctx,
  channelId: string,
  named: NamedTerms,
): Promise<{ readonly kind: 'agreed'; readonly channel: ChannelRow; readonly terms: TermsRow } | Refused> {
  const terms = termsOf(named);
  return inTransaction(ctx.db, async (tx) => {
    await lockChannel(tx, channelId);
    const channel = await readChannel(tx, channelId);
    if (!channel) return refused('channel_not_found');
    const current = await currentTerms(tx, channelId);
    if (current && isAlike(current, terms)) return { kind: 'agreed', channel, terms: current };
    const version = (current?.version ?? 0) + 1;
    const agreed = await insertTerms(tx, {
      ...terms,
      ...{ channel_id: channelId, version, at: ctx.clock.now() },
    });
    const entry = { actor: 'operator', action: 'channel.terms_set', subject: channelId };
    await recordAudit(tx, ctx.clock, { ...entry, detail: { version, ...terms } });
    return { kind: 'agreed', channel, terms: agreed };
  });
}

/** The terms in force now. Index: terms_version_is_one_of_its_channel. */
export async function currentTerms(db: Db, channelId: string): Promise<TermsRow | undefined> {
  const row = await db
    .selectFrom('channel_terms')
    .select(COLUMNS)
    .where('channel_id', '=', channelId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row;
}

/** The terms in force of each of these channels that has some. Index: terms_version_is_one_of_its_channel. */
export async function termsOfAll(
  db: Db,
  channelIds: readonly string[],
): Promise<ReadonlyMap<string, TermsRow>> {
  const rows = await db
    .selectFrom('channel_terms')
    .select([...COLUMNS, 'channel_id'])
    .distinctOn('channel_id')
    .where('channel_id', '=', sql<string>`any(${[...channelIds]}::uuid[])`)
    .orderBy('channel_id')
    .orderBy('version', 'desc')
    .execute();
  return new Map(rows.map(({ channel_id, ...terms }) => [channel_id, terms]));
}

async function insertTerms(
  tx: Tx,
  { at, ...terms }: Terms & { channel_id: string; version: number; at: Date },
): Promise<TermsRow> {
  return tx
    .insertInto('channel_terms')
    .values({ ...terms, id: uuidAt(at), created_at: at })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

function isAlike(current: Terms, terms: Terms): boolean {
  return (Object.keys(terms) as (keyof Terms)[]).every((key) => current[key] === terms[key]);
}

// What the type has no use for may be named as nothing, so that one shape serves all types.
function termsOf(named: NamedTerms): Terms {
  const shares = named.type !== 'per_transaction';
  const pays = named.type !== 'fee_share';
  const problems = [
    ...problemsOf(named, 'fee_share_basis_points', shares),
    ...problemsOf(named, 'per_transaction_minor_units', pays),
    ...(pays ? problemsOf(named, 'per_transaction_currency', true) : []),
  ];
  if (problems.length > 0) throw new UnfitValue(problems);
  return {
    type: named.type,
    description: named.description,
    fee_share_basis_points: shares ? named.fee_share_basis_points! : null,
    per_transaction_minor_units: pays ? named.per_transaction_minor_units! : null,
    per_transaction_currency: pays ? named.per_transaction_currency! : null,
  };
}

function problemsOf(named: NamedTerms, member: keyof NamedTerms, isNeeded: boolean): UnfitValue['problems'] {
  const input = named[member] ?? null;
  if (isNeeded ? input !== null : !input) return [];
  const msg = `Value error, terms of type ${named.type} ${isNeeded ? 'need' : 'have no'} ${member}`;
  return [{ member, type: 'value_error', msg, input }];
}
