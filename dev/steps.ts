import { setTimeout as pause } from 'node:timers/promises';
import { listOf, makeClient, credentials, textOf } from './client.ts';
import type { Answer, Call, Client, Json } from './client.ts';

const WAIT_LIMIT_MS = 20_000;
const FIRST_LOOK_MS = 50;
// A minute's budget of status reads is 60, and others read too.
const LONGEST_LOOK_MS = 1_000;

/** The two addresses and the operator's credential that everything below starts from. */
export interface Deployment {
  base_url: string;
  sandbox_url: string;
  operator_token: string;
}

export interface Parties {
  operator: Client;
  /** The sandbox's control interface: stands for the seller, the buyer and the provider. */
  control: Client;
  /** A caller without any credential: the owner with an invitation, the buyer with a session. */
  public: Client;
  as(key: string, merchantId?: string): Client;
}

/** The clients of everybody who takes part; `trace` sees what each of them sends. */
export function meet(deployment: Deployment, trace?: (call: Call, answer: Answer) => void): Parties {
  const base = deployment.base_url;
  const as = (key: string, merchantId?: string) =>
    makeClient({ base, headers: credentials(key, merchantId), trace });
  return {
    operator: as(deployment.operator_token),
    control: makeClient({ base: deployment.sandbox_url, trace }),
    public: makeClient({ base, trace }),
    as,
  };
}

/** The operator makes a channel; the invitation for its owner comes with it. */
export async function createChannel(parties: Parties, channel: { name: string; owner_email: string }) {
  const { body } = await parties.operator.send('POST', '/api/operator/channels', {
    body: channel,
    expect: [201],
  });
  return { channel_id: textOf(body, 'channel_id'), activation_url: textOf(body, 'activation_url') };
}

/** The owner redeems an invitation with a password and gets the channel's key. */
export async function redeemInvitation(parties: Parties, activationUrl: string, password: string) {
  const token = new URL(activationUrl).pathname.split('/').at(-1) ?? '';
  const path = `/api/activation/${encodeURIComponent(token)}`;
  const { body } = await parties.public.send('POST', path, { body: { password }, expect: [200] });
  return { key: textOf(body, 'key'), base_url: textOf(body, 'base_url') };
}

export async function createMerchant(channel: Client, merchant: { business_name: string; email: string }) {
  const { body } = await channel.send('POST', '/api/channel/merchants', {
    body: { ...merchant, country_code: 'US' },
    expect: [201],
  });
  return textOf(body, 'merchant_id');
}

/** A seller's account at the sandbox's wallet provider, ready to be connected, of nobody's yet. */
export async function createSellerAccount(parties: Parties, email: string): Promise<string> {
  const { body } = await parties.control.send('POST', '/_control/accounts', {
    body: {
      kind: 'business',
      email,
      country: 'US',
      currency: 'USD',
      email_confirmed: true,
      payments_receivable: true,
    },
    expect: [201],
  });
  return textOf(body, 'account_id');
}

/** The channel starts the merchant's onboarding, the seller consents with `accountId`, and the merchant is
 *  read until it is connected. */
export async function onboard(
  parties: Parties,
  options: { merchant: Client; accountId: string; isReconnect?: boolean },
): Promise<void> {
  const start = await options.merchant.send('POST', '/api/channel/onboarding/start', {
    ...(options.isReconnect ? { body: { reconnect: true } } : {}),
    expect: [200],
  });
  const actionUrl = new URL(textOf(start.body, 'action_url'));
  const referral = encodeURIComponent(actionUrl.searchParams.get('token') ?? '');
  await parties.control.send('POST', `/_control/referrals/${referral}/finish`, {
    body: { account_id: options.accountId },
    expect: [200],
  });
  await eventually('the merchant to be connected', async () => {
    const status = await readOnboarding(options.merchant);
    return status.wallet_connection_status === 'connected' ? status : undefined;
  });
}

export async function readOnboarding(merchant: Client): Promise<Json> {
  const { body } = await merchant.send('GET', '/api/channel/onboarding/status', { expect: [200] });
  return body as Json;
}

export async function createSession(merchant: Client, session: Json, idempotencyKey?: string): Promise<Json> {
  const { body } = await merchant.send('POST', '/api/checkout-sessions', {
    body: session,
    ...(idempotencyKey ? { headers: { 'idempotency-key': idempotencyKey } } : {}),
    expect: [201],
  });
  return body as Json;
}

/** The buyer orders on a session and approves at the provider. Returns the order's id. */
export async function orderAndApprove(parties: Parties, sessionId: string): Promise<string> {
  const orderId = await createOrder(parties, sessionId);
  await approveOrder(parties, orderId);
  return orderId;
}

/** The buyer orders on a session. Returns the order's id. */
export async function createOrder(parties: Parties, sessionId: string): Promise<string> {
  const path = `/api/checkout-sessions/${encodeURIComponent(sessionId)}/orders`;
  const { body } = await parties.public.send('POST', path, { body: {}, expect: [201] });
  return textOf(body, 'order_id');
}

/** The buyer approves at the provider; `fundingSource` may say what becomes of the payment. */
export async function approveOrder(parties: Parties, orderId: string, fundingSource?: string): Promise<void> {
  const path = `/_control/orders/${encodeURIComponent(orderId)}/approve`;
  const body = fundingSource === undefined ? {} : { funding_source: fundingSource };
  await parties.control.send('POST', path, { body, expect: [200] });
}

/** The channel takes the money of an approved order. Returns the transaction. */
export async function captureOrder(merchant: Client, orderId: string): Promise<Json> {
  const path = `/api/payments/orders/${encodeURIComponent(orderId)}/capture`;
  const { body } = await merchant.send('POST', path, { expect: [200] });
  return body as Json;
}

export async function refundCapture(
  merchant: Client,
  refund: { capture_id: string; amount: string; idempotency_key: string },
): Promise<Json> {
  const path = `/api/payments/captures/${encodeURIComponent(refund.capture_id)}/refund`;
  const { body } = await merchant.send('POST', path, {
    body: { amount: refund.amount },
    headers: { 'idempotency-key': refund.idempotency_key },
    expect: [200],
  });
  return body as Json;
}

/** The transactions of a merchant, newest first, one page. */
export async function listTransactions(merchant: Client): Promise<Json[]> {
  const { body } = await merchant.send('GET', '/api/transactions?limit=20', { expect: [200] });
  return listOf(body, 'items');
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
