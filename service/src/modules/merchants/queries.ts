import { type ExpressionBuilder, sql } from 'kysely';
import { countUpToBound } from '../../db/count.ts';
import type { Tables } from '../../db/tables.ts';
import type { Db, Tx } from '../../db/tx.ts';

export interface MerchantRow {
  id: string;
  channel_id: string | null;
  business_name: string;
  email: string;
  country_code: string;
  payment_provider: string;
  payment_hold: boolean;
  platform_fee_percent_millionths: number;
  platform_fee_fixed_minor_units: number;
  brand_color: string | null;
  logo_url: string | null;
  pay_later: unknown;
  collect_buyer_email: boolean;
  preselect_wallet: boolean;
  /** Null where all is offered that the rail has. */
  supported_funding: string[] | null;
  /** What may be known of the credentials that it is paid by. */
  rail_credentials: Record<string, string> | null;
  created_at: Date;
}

export interface ListedMerchant extends MerchantRow {
  onboarding_status: string;
  wallet_connection_status: string;
  wallet_status_reason: string | null;
  payments_enabled: boolean;
}

export interface MerchantFilter {
  /** Null lists every channel's, for the operator. */
  channel_id: string | null;
  onboarding_status?: readonly string[] | undefined;
  search?: string | undefined;
  email_folded?: string | undefined;
  limit: number;
  offset: number;
}

const COLUMNS = [
  'm.id',
  'm.channel_id',
  'm.business_name',
  'm.email',
  'm.country_code',
  'm.payment_provider',
  'm.payment_hold',
  'm.platform_fee_percent_millionths',
  'm.platform_fee_fixed_minor_units',
  'm.brand_color',
  'm.logo_url',
  'm.pay_later',
  'm.collect_buyer_email',
  'm.preselect_wallet',
  'm.supported_funding',
  'm.created_at',
] as const;

// Looked up for each: one account of a merchant is live on a rail. Index: one_account_of_a_rail_per_merchant.
const railCredentials = sql<Record<string, string> | null>`(
  select nullif(shown, '{}'::jsonb) from rail_accounts
  where merchant_id = m.id and rail = m.payment_provider and retired_at is null
  limit 1
)`;

export async function insertMerchant(
  tx: Tx,
  merchant: {
    id: string;
    channel_id: string | null;
    business_name: string;
    email: string;
    email_folded: string;
    country_code: string;
    created_at: Date;
  },
): Promise<void> {
  await tx.insertInto('merchants').values(merchant).execute();
}

export async function findMerchant(db: Db, id: string): Promise<MerchantRow | undefined> {
  return db
    .selectFrom('merchants as m')
    .select(COLUMNS)
    .select(railCredentials.as('rail_credentials'))
    .where('m.id', '=', id)
    .executeTakeFirst();
}

export async function updateMerchant(
  tx: Tx,
  id: string,
  set: Partial<Omit<MerchantRow, 'id' | 'channel_id' | 'created_at' | 'pay_later' | 'rail_credentials'>> & {
    pay_later?: string | null;
  },
): Promise<void> {
  if (Object.keys(set).length > 0) await tx.updateTable('merchants').set(set).where('id', '=', id).execute();
}

type Merchants = ExpressionBuilder<{ m: Tables['merchants'] }, 'm'>;

// Looked up for each: joined, the connections of all merchants may be read for the few of one channel.
const onboardingStatus = sql<string>`coalesce(
  (select onboarding_status from wallet_connections where merchant_id = m.id), 'pending')`;
const CONNECTION = [
  'onboarding_status',
  'wallet_connection_status',
  'wallet_status_reason',
  'payments_enabled',
] as const;

/** Merchants in their stored state, newest first, and how many match; of all channels, up to a bound. Index:
 *  merchants_by_channel. */
export async function listMerchants(
  db: Db,
  filter: MerchantFilter,
): Promise<{ total: number; merchants: ListedMerchant[] }> {
  const matching = db.selectFrom('merchants as m').where((eb) => eb.and(conditions(eb, filter)));
  const merchants = await matching
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('wallet_connections')
          .select(CONNECTION)
          .whereRef('merchant_id', '=', 'm.id')
          .limit(1)
          .as('w'),
      (join) => join.onTrue(),
    )
    .select(COLUMNS)
    .select(railCredentials.as('rail_credentials'))
    .select(sql<string>`coalesce(w.onboarding_status, 'pending')`.as('onboarding_status'))
    .select(sql<string>`coalesce(w.wallet_connection_status, 'not_linked')`.as('wallet_connection_status'))
    .select('w.wallet_status_reason')
    .select(sql<boolean>`coalesce(w.payments_enabled, false)`.as('payments_enabled'))
    .orderBy('m.id', 'desc')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  if (filter.channel_id === null) {
    return { total: await countUpToBound(db, sql`from (${matching.select('m.id')}) matching`), merchants };
  }
  const counted = await matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return { total: counted.total, merchants };
}

function conditions(eb: Merchants, filter: MerchantFilter) {
  const all = [];
  if (filter.channel_id !== null) all.push(eb('m.channel_id', '=', filter.channel_id));
  if (filter.onboarding_status && filter.onboarding_status.length > 0) {
    all.push(eb(onboardingStatus, 'in', [...filter.onboarding_status]));
  }
  if (filter.email_folded !== undefined) all.push(eb('m.email_folded', '=', filter.email_folded));
  if (filter.search !== undefined) {
    const pattern = `%${filter.search.replace(/[\\%_]/g, '\\$&')}%`;
    all.push(eb.or([eb('m.business_name', 'ilike', pattern), eb('m.email', 'ilike', pattern)]));
  }
  return all;
}
