import { raiseAlreadyIntegrated, raiseOnboardingCompleted } from '../notices/seller-notices.ts';
import { lockRecord, putRecord } from '../../machine/store/records.ts';
import type { Account, Referral } from '../shapes/shapes.ts';
import { timestamp, transact, type World } from '../shapes/world.ts';
import { conflict, notFound, unprocessable } from '../../machine/refusal.ts';

const RISK_STATUS: Readonly<Record<string, string>> = {
  SUBSCRIBED: 'SUBSCRIBED',
  APPROVED: 'SUBSCRIBED',
  IN_REVIEW: 'MANUAL_REVIEW',
  PENDING: 'MANUAL_REVIEW',
  NEED_MORE_DATA: 'NEED_MORE_DATA',
  DENIED: 'DECLINED',
  DECLINED: 'DECLINED',
};

/** The seller consents with an account; `grant` null gives all that was asked for. Answers where the
 *  seller's browser goes. Refuses: unknown ids 404, a finished referral 409, a wrong choice 422. */
export async function finishReferral(
  world: World,
  choice: { referral_id: string; account_id: string; grant: string[] | null },
): Promise<{ return_url: string | null }> {
  return transact(world, async (tx) => {
    const referral = (await lockRecord(tx, 'referral', choice.referral_id)) ?? notFound('Referral');
    if (referral.state === 'finished') conflict('The referral is already finished');
    const account = (await lockRecord(tx, 'account', choice.account_id)) ?? notFound('Account');
    if (account.kind !== 'business') unprocessable('Only a business account can be connected');
    const granted = choice.grant ?? referral.features;
    const foreign = granted.find((feature) => !referral.features.includes(feature));
    if (foreign !== undefined) unprocessable(`grant: ${foreign} was not asked for`);
    const connected: Account = {
      ...account,
      granted: [...new Set(granted)],
      consent: 'granted',
      tracking_id: referral.tracking_id ?? account.tracking_id,
    };
    await putRecord(tx, 'account', account.account_id, connected);
    await putRecord(tx, 'referral', referral.referral_id, {
      ...referral,
      state: 'finished',
      account_id: account.account_id,
      finished_at: timestamp(world.clock.now()),
    });
    if (referral.tracking_id !== null) {
      await putRecord(tx, 'integration', referral.tracking_id, {
        tracking_id: referral.tracking_id,
        merchant_id: account.account_id,
        referral_id: referral.referral_id,
      });
    }
    if (account.consent === 'granted') await raiseAlreadyIntegrated(tx, world, connected);
    await raiseOnboardingCompleted(tx, world, connected, referral.tracking_id);
    return { return_url: returnUrl(referral, connected) };
  });
}

/** The seller leaves without consenting; the link stays usable. */
export async function abandonReferral(
  world: World,
  referralId: string,
): Promise<{ return_url: string | null }> {
  return transact(world, async (tx) => {
    const referral = (await lockRecord(tx, 'referral', referralId)) ?? notFound('Referral');
    if (referral.state === 'finished') conflict('The referral is already finished');
    await putRecord(tx, 'referral', referralId, { ...referral, state: 'abandoned' });
    return { return_url: returnUrl(referral, null) };
  });
}

// `merchantId` is the partner's own tracking id: that is how the provider names it in this query.
function returnUrl(referral: Referral, account: Account | null): string | null {
  if (referral.return_url === null) return null;
  const url = new URL(referral.return_url);
  const told: Record<string, string | null> = {
    merchantId: referral.tracking_id,
    merchantIdInPayPal: account?.account_id ?? null,
    permissionsGranted: String(account !== null && account.granted.length > 0),
    consentStatus: String(account !== null),
    accountStatus: account === null ? null : 'BUSINESS_ACCOUNT',
    productIntentId: 'addipmt',
    productIntentID: 'addipmt',
    isEmailConfirmed: account === null ? null : String(account.email_confirmed),
    riskStatus: account === null ? null : riskStatus(referral, account),
    returnMessage: account === null ? null : returnMessage(referral, account),
  };
  for (const [name, value] of Object.entries(told)) if (value !== null) url.searchParams.set(name, value);
  return url.toString();
}

function asksForPpcp(referral: Referral): boolean {
  const products = referral.data['products'];
  return Array.isArray(products) && products.includes('PPCP');
}

function riskStatus(referral: Referral, account: Account): string | null {
  if (!asksForPpcp(referral)) return null;
  const vetting = account.products.find(({ name }) => name === 'PPCP_CUSTOM')?.vetting_status ?? 'SUBSCRIBED';
  return RISK_STATUS[vetting] ?? vetting;
}

function returnMessage(referral: Referral, account: Account): string | null {
  if (account.email_confirmed || asksForPpcp(referral)) return null;
  return 'To start accepting payments, please log in to the wallet and finish signing up.';
}
