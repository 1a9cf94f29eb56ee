import { makeMerchant, makeSession, type TestChannel, type TestMerchant } from './actors.ts';
import type { Answer, World } from './world.ts';

/** What becomes of a buyer's card. */
export type CardOutcome = 'approved' | 'declined' | 'capture_declined' | 'capture_pending';

/** A gateway as its buyers and its operators meet it. */
export interface Gateway {
  rail: string;
  /** The operation by which it takes the money. */
  takes: string;
  /** Whether it remembers what it was asked for, so that it can be asked again. */
  remembers: boolean;
  /** Whether it tells what it keeps of a payment. */
  tellsFees: boolean;
  /** Whether what its fields give pays for the session that they were set up for alone. */
  pinsSession: boolean;
  credential_path: string;
  /** What a buyer's browser is given for a session. */
  credential(world: World, session_id: string): Promise<Answer>;
  /** What the gateway's fields give once the buyer has entered a card in them. */
  pay(world: World, credential: Answer['body'], outcome?: CardOutcome): Promise<string>;
}

export const GR4VY: Gateway = {
  rail: 'gravy',
  ...{ takes: 'gravy.capture', remembers: true, tellsFees: true, pinsSession: true },
  credential_path: '/api/payments/gravy/embed-token',
  credential: (world, checkout_session_id) =>
    world.call('POST', '/api/payments/gravy/embed-token', { body: { checkout_session_id } }),
  pay: async (world, { token: embed_token }, outcome = 'approved') => {
    const paid = await world.control('POST', 'gravy/pay', { embed_token, outcome });
    return paid.body.transaction_id as string;
  },
};

export const NMI: Gateway = {
  rail: 'nmi',
  ...{ takes: 'nmi.sale', remembers: false, tellsFees: false, pinsSession: false },
  credential_path: '/api/payments/nmi/tokenization-key',
  credential: (world, checkout_session_id) =>
    world.call('POST', '/api/payments/nmi/tokenization-key', { body: { checkout_session_id } }),
  pay: async (world, { tokenization_key }, outcome = 'approved') => {
    const card = outcome === 'approved' ? 'approved' : 'declined';
    const made = await world.control('POST', 'nmi/tokens', { tokenization_key, outcome: card });
    return made.body.payment_token as string;
  },
};

/** A merchant with an account of its own at a gateway. */
export interface GatewayMerchant extends TestMerchant {
  gateway: Gateway;
  credentials: object;
}

export async function makeGatewayMerchant(
  world: World,
  channel: TestChannel,
  gateway: Gateway,
): Promise<GatewayMerchant> {
  const merchant_id = await makeMerchant(world, channel);
  const { rail } = gateway;
  const { account_id, credentials } = (await world.control('POST', 'rails/accounts', { rail })).body;
  const routed = { payment_provider: rail, rail_credentials: credentials };
  const changed = await world.operator('PATCH', `merchants/${merchant_id}`, routed);
  if (changed.status !== 200) throw new Error(JSON.stringify(changed.body));
  return { ...channel, merchant_id, account_id, gateway, credentials };
}

export const as = ({ key, merchant_id }: TestMerchant) => ({ key, merchant: merchant_id });

/** A session of the merchant, and what a card entered in its fields gave. */
export async function enterCard(
  world: World,
  merchant: GatewayMerchant,
  of: { outcome?: CardOutcome; session?: Record<string, unknown> } = {},
) {
  const { gateway } = merchant;
  const session_id = (await makeSession(world, merchant, of.session)).body.id as string;
  const credential = await gateway.credential(world, session_id);
  const payment_token = await gateway.pay(world, credential.body, of.outcome);
  return { session_id, payment_token };
}

export function order(world: World, of: { session_id: string; payment_token?: string }): Promise<Answer> {
  const { session_id, ...body } = of;
  return world.call('POST', `/api/checkout-sessions/${session_id}/orders`, { body });
}

export function captureByBuyer(world: World, of: { session_id: string; order_id: string }): Promise<Answer> {
  return world.call('POST', `/api/checkout-sessions/${of.session_id}/orders/${of.order_id}/capture`, {
    body: {},
  });
}

/** A payment of 20.00 that was taken, unless its card says otherwise. */
export async function payByCard(
  world: World,
  merchant: GatewayMerchant,
  of: { outcome?: CardOutcome; session?: Record<string, unknown> } = {},
) {
  const entered = await enterCard(world, merchant, of);
  const opened = await order(world, entered);
  const { order_id, transaction_id } = opened.body as { order_id: string; transaction_id: string };
  const captured = await captureByBuyer(world, { ...entered, order_id });
  const capture_id = captured.body.provider_capture_id as string;
  return { ...entered, opened, order_id, transaction_id, captured, capture_id };
}

export async function transactionOf(world: World, merchant: TestMerchant, transaction_id: string) {
  return (await world.call('GET', `/api/transactions/${transaction_id}`, as(merchant))).body;
}
