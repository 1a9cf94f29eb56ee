import type { Ctx } from '../../context.ts';
import { breaches, inTransaction } from '../../db/tx.ts';
import { MILLIONTHS_PER_PERCENT } from '../../lib/money.ts';
import { Refusal } from '../../refusals.ts';
import { findLiveAccount, setCredentials } from '../accounts/index.ts';
import { recordAudit } from '../audit/index.ts';
import { findMerchant, updateMerchant } from '../merchants/index.ts';
import { moveConnection } from './move.ts';
import { lockConnection } from './queries.ts';

const IS_TAKEN = ['rail_account_serves_one_merchant', 'rail_account_is_known_by_one'];

interface MerchantChangeInput {
  payment_hold?: boolean;
  payment_provider?: string;
  /** As they were given; the rail reads them. */
  rail_credentials?: Readonly<Record<string, unknown>>;
  platform_fee_percent?: number;
  platform_fee_fixed_minor_units?: number;
  branding?: { brand_color?: string | null; logo_url?: string | null };
  pay_later?: object | null;
  collect_buyer_email?: boolean;
  preselect_wallet?: boolean;
  supported_funding?: string[] | null;
}

/** The operator's changes of a merchant: hold, rail, credentials, pricing, and how its pages look. A hold moves the stored states
 *  at once and raises merchant.onboarding_updated only. Refuses: merchant_not_found, rail_account_taken; UnfitValue. */
export async function changeMerchant(ctx: Ctx, merchantId: string, change: MerchantChangeInput) {
  const credentials = change.rail_credentials ?? (await credentialsOpened(ctx, merchantId, change));
  return inTransaction(ctx.db, async (tx) => {
    const connection = await lockConnection(tx, merchantId);
    if (!connection) throw new Refusal('merchant_not_found');
    await updateMerchant(tx, merchantId, columnsOf(change));
    if (credentials) {
      const rail = change.payment_provider ?? connection.payment_provider;
      await setCredentials(tx, ctx, { merchant_id: merchantId, rail, given: credentials });
    }
    const detail = { changed: Object.keys(change) };
    await recordAudit(tx, ctx.clock, {
      actor: 'operator',
      action: 'merchant.changed',
      subject: merchantId,
      detail,
    });
    const hold = change.payment_hold ?? connection.payment_hold;
    const moved =
      hold === connection.payment_hold
        ? connection
        : await moveConnection(tx, ctx, connection, {
            facts: { payment_hold: hold },
            if_disabled: 'wallet_status_not_ready',
          });
    return { merchant: (await findMerchant(tx, merchantId))!, connection: moved };
  }).catch((error: unknown) => {
    throw IS_TAKEN.some((name) => breaches(error, name)) ? new Refusal('rail_account_taken') : error;
  });
}

// Where the provider is a stand-in, whoever is routed to it without an account is given one of its own.
async function credentialsOpened(
  ctx: Ctx,
  merchant_id: string,
  { payment_provider: rail }: MerchantChangeInput,
): Promise<MerchantChangeInput['rail_credentials']> {
  if (!ctx.openAccount || rail === undefined) return undefined;
  if (ctx.rails.kind(rail).traits.seller !== 'configured') return undefined;
  const isNew = (await findMerchant(ctx.db, merchant_id)) === undefined;
  return isNew || (await findLiveAccount(ctx.db, { merchant_id, rail })) ? undefined : ctx.openAccount(rail);
}

function columnsOf(change: MerchantChangeInput) {
  const {
    platform_fee_percent: percent,
    rail_credentials: _credentials,
    branding,
    pay_later,
    ...same
  } = change;
  return {
    ...same,
    ...branding,
    ...(percent === undefined
      ? {}
      : { platform_fee_percent_millionths: Math.round(percent * MILLIONTHS_PER_PERCENT) }),
    ...(pay_later === undefined ? {} : { pay_later: pay_later === null ? null : JSON.stringify(pay_later) }),
  };
}
