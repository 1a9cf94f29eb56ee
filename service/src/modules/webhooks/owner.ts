import { sql, type RawBuilder } from 'kysely';

/** Whose endpoint it is: a channel's, or a merchant's own. Every statement about endpoints is bound to it. */
export type Owner = { readonly channel_id: string } | { readonly merchant_id: string };

/** Who asks, for the audit trail. */
export interface Asked {
  owner: Owner;
  actor: string;
}

/** The condition that a row of webhook_endpoints is the owner's. */
export function ownedBy(owner: Owner): RawBuilder<boolean> {
  return 'channel_id' in owner
    ? sql`channel_id = ${owner.channel_id}::uuid`
    : sql`merchant_id = ${owner.merchant_id}::uuid`;
}
