import { setTimeout as pause } from 'node:timers/promises';
import type { Answers, Fairway } from '../client/src/index.ts';
import type { Parties } from './parties.ts';

// What happens at the sandbox between the calls of a channel, each step as one function.

const WAIT_LIMIT_MS = 20_000;
const FIRST_LOOK_MS = 50;
// A minute's budget of status reads is 60, and others read too.
const LONGEST_LOOK_MS = 1_000;

/** The owner redeems an invitation with a password and gets the channel's key. */
export async function redeemInvitation(parties: Parties, activationUrl: string, password: string) {
  const token = new URL(activationUrl).pathname.split('/').at(-1) ?? '';
  const redeemed = await parties.public.activation.redeem({ token, password });
  if (!('key' in redeemed)) throw new Error('The invitation was not that of a channel’s owner.');
  return redeemed;
}

/** A seller's account at the sandbox's wallet provider, ready to be connected, of nobody's yet. Buyers see its name there. */
export async function createSellerAccount(
  parties: Parties,
  seller: { business_name: string; email: string },
): Promise<string> {
  const { account_id } = await parties.control.send('POST', 'accounts', {
    ...seller,
    kind: 'business',
    country: 'US',
    currency: 'USD',
    email_confirmed: true,
    payments_receivable: true,
  });
  return account_id as string;
}

/** The channel starts the merchant's onboarding, the seller consents with `accountId`, and the merchant is
 *  read until it is connected. */
export async function onboard(
  parties: Parties,
  options: { merchant: Fairway; accountId: string; isReconnect?: boolean },
): Promise<void> {
  const { merchant, accountId, isReconnect = false } = options;
  const started = await merchant.onboarding.start(isReconnect ? { reconnect: true } : {});
  const referral = new URL(started.action_url).searchParams.get('token') ?? '';
  await parties.control.send('POST', `referrals/${encodeURIComponent(referral)}/finish`, {
    account_id: accountId,
  });
  await eventually('the merchant to be connected', async () => {
    const status = await merchant.onboarding.status();
    return status.wallet_connection_status === 'connected' ? status : undefined;
  });
}

/** The buyer orders on a session and approves at the provider. Returns the order's id. */
export async function orderAndApprove(parties: Parties, checkout_session_id: string): Promise<string> {
  const { order_id } = await parties.public.buyer.order({ checkout_session_id });
  await approveOrder(parties, order_id);
  return order_id;
}

/** The buyer approves at the provider; `fundingSource` may say what becomes of the payment. */
export async function approveOrder(parties: Parties, orderId: string, fundingSource?: string): Promise<void> {
  const choice = fundingSource === undefined ? {} : { funding_source: fundingSource };
  await parties.control.send('POST', `orders/${encodeURIComponent(orderId)}/approve`, choice);
}

/** The capture that a captured order has. */
export function captureOf(captured: Answers['orders.capture']): string {
  if (captured.provider_capture_id === undefined)
    throw new Error(`Nothing was captured: ${captured.status}.`);
  return captured.provider_capture_id;
}

/** Looks again until `look` finds something. What is waited for is named in the error when it never comes. */
export async function eventually<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + WAIT_LIMIT_MS;
  for (let waitMs = FIRST_LOOK_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_LOOK_MS)) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error(`Waited ${WAIT_LIMIT_MS / 1000} s in vain for ${what}.`);
    await pause(waitMs);
  }
}
