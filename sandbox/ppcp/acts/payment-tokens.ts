import { newCustomerId, newResourceId } from '../shapes/ids.ts';
import { raiseTokenCreated } from '../notices/vault-notices.ts';
import { insertRecord, readRecord } from '../../machine/store/records.ts';
import type { Account, Order } from '../shapes/shapes.ts';
import type { PaymentToken } from '../shapes/vault-shapes.ts';
import type { Tx } from '../../machine/store/sql.ts';
import { timestamp, type World } from '../shapes/world.ts';
import { isObject } from '../checks/checker.ts';
import { refuse } from '../checks/problem.ts';
import { requireGrant } from '../checks/scopes.ts';
import { tokenLinks } from '../views/vault-view.ts';

const CAPABILITY = 'PAYPAL_WALLET_VAULTING_ADVANCED';

/** The stored instrument that an order is to be paid with. */
export interface Vaulted {
  vault_id: string;
  /** The member of payment_source it was named under. */
  source: string;
}

/** Refuses unless the seller granted saving instruments and is enabled for it. */
export function requireVaulting(seller: Account): void {
  requireGrant(seller, 'VAULT');
  const capability = seller.capabilities.find(({ name }) => name === CAPABILITY);
  if (capability?.status !== 'ACTIVE') refuse('NOT_ENABLED_TO_VAULT_PAYMENT_SOURCE');
}

/** Keeps a new payment token and tells of it. */
export async function makePaymentToken(
  tx: Tx,
  world: World,
  of: Omit<PaymentToken, 'id' | 'state' | 'create_time'>,
): Promise<PaymentToken> {
  const create_time = timestamp(world.clock.now());
  const token: PaymentToken = { ...of, id: newResourceId(), state: 'ACTIVE', create_time };
  await insertRecord(tx, 'payment_token', token.id, token);
  await raiseTokenCreated(tx, world, token);
  return token;
}

/** The token that pays an order of these sellers. Refuses: TOKEN_ID_NOT_FOUND, also for another seller's,
 *  MISMATCHED_VAULT_ID_TO_PAYMENT_SOURCE, AGREEMENT_ALREADY_CANCELLED, and what `requireVaulting` does. */
export async function requireChargeable(
  tx: Tx,
  vaulted: Vaulted,
  sellers: readonly Account[],
): Promise<PaymentToken> {
  const detail = { field: `/payment_source/${vaulted.source}/vault_id`, location: 'body' as const };
  const token = await readRecord(tx, 'payment_token', vaulted.vault_id);
  if (token === null || sellers.some((seller) => seller.account_id !== token.seller_id))
    return refuse('TOKEN_ID_NOT_FOUND', detail);
  for (const seller of sellers) requireVaulting(seller);
  if (token.payment_source[vaulted.source] === undefined)
    refuse('MISMATCHED_VAULT_ID_TO_PAYMENT_SOURCE', detail);
  if (token.state === 'CANCELLED') refuse('AGREEMENT_ALREADY_CANCELLED', detail);
  return token;
}

/** Saves what a captured order was paid with, when the order asked for it, and shows the token in the order's
 *  payment source. */
export async function saveOnSuccess(tx: Tx, world: World, order: Order, seller: Account): Promise<Order> {
  const source = order.payment_source?.['paypal'];
  const attributes = isObject(source?.['attributes']) ? source['attributes'] : {};
  const wanted = isObject(attributes['vault']) ? attributes['vault'] : null;
  if (wanted?.['store_in_vault'] !== 'ON_SUCCESS' || order.payer_id === null || order.funding === null)
    return order;
  requireVaulting(seller);
  const { attributes: _asked, ...paypal } = source ?? {};
  const token = await makePaymentToken(tx, world, {
    customer_id: customerIdIn(attributes) ?? newCustomerId(),
    seller_id: seller.account_id,
    payer_id: order.payer_id,
    funding: order.funding,
    payment_source: { paypal },
    order_id: order.id,
  });
  const vault = {
    id: token.id,
    status: 'VAULTED',
    customer: { id: token.customer_id },
    links: tokenLinks(world, token.id),
  };
  return { ...order, payment_source: { paypal: { ...paypal, attributes: { vault } } } };
}

function customerIdIn(attributes: Record<string, unknown>): string | null {
  const customer = isObject(attributes['customer']) ? attributes['customer'] : {};
  return typeof customer['id'] === 'string' ? customer['id'] : null;
}
