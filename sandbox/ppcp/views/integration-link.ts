import type { World } from '../shapes/world.ts';

/** The link to a seller's status. */
export function integrationLink(world: World, merchantId: string): object {
  const partner = world.wallet.partner_id;
  const href = `${world.address.url}/v1/customer/partners/${partner}/merchant-integrations/${merchantId}`;
  return { href, rel: 'self', method: 'GET' };
}
