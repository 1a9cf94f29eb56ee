/** The operations of the provider that a fault can be armed for. */
export const PPCP_FAULTS = [
  'oauth.token',
  'referrals.create',
  'integrations.read',
  'orders.create',
  'orders.read',
  'orders.capture',
  'captures.read',
  'captures.refund',
  'identity.token',
  'disputes.read',
  'disputes.act',
  'vault.setup',
  'vault.read',
  'vault.delete',
  'invoices.create',
  'invoices.send',
  'invoices.read',
  'invoices.cancel',
  'search.read',
] as const;

export type PpcpFault = (typeof PPCP_FAULTS)[number];
