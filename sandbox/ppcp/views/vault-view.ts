import type { Link } from '../shapes/shapes.ts';
import type { PaymentToken, SetupToken } from '../shapes/vault-shapes.ts';
import type { World } from '../shapes/world.ts';

/** The page on which the buyer lets a seller save an instrument. */
function agreementUrl(world: World, setupId: string): string {
  return `${world.address.url}/agreements/approve?approval_session_id=${setupId}`;
}

/** A setup token as the provider shows it. */
export function setupView(world: World, setup: SetupToken): object {
  const { id, status } = setup;
  const base = `${world.address.url}/v3/vault`;
  const links: Link[] = [{ href: `${base}/setup-tokens/${id}`, rel: 'self', method: 'GET' }];
  if (status === 'PAYER_ACTION_REQUIRED')
    links.push({ href: agreementUrl(world, id), rel: 'approve', method: 'GET' });
  if (status !== 'VAULTED') links.push({ href: `${base}/payment-tokens`, rel: 'confirm', method: 'POST' });
  return { id, customer: { id: setup.customer_id }, status, payment_source: setup.payment_source, links };
}

/** A payment token as the provider shows it. */
export function tokenView(world: World, token: PaymentToken): Record<string, unknown> {
  return {
    id: token.id,
    customer: { id: token.customer_id },
    payment_source: token.payment_source,
    links: tokenLinks(world, token.id),
  };
}

/** The links of a payment token, wherever it is mentioned. */
export function tokenLinks(world: World, id: string): Link[] {
  const self = `${world.address.url}/v3/vault/payment-tokens/${id}`;
  return [
    { href: self, rel: 'self', method: 'GET' },
    { href: self, rel: 'delete', method: 'DELETE' },
  ];
}
