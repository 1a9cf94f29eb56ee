import { sql, type RawBuilder } from 'kysely';
import { actorOf, type ChannelScope, type MerchantScope } from '../../scope.ts';

/** Whose endpoint it is: a channel's, or a merchant's own. Every statement about endpoints is bound to it. */
export type Owner = { readonly channel_id: string } | { readonly merchant_id: string };

/** For whom something is asked, and by whom, for the audit trail. */
export interface Asked {
  owner: Owner;
  actor: string;
}

/** A channel asks for its own endpoints, a merchant's key for the merchant's. */
export function askedBy(scope: ChannelScope | MerchantScope): Asked {
  const owner =
    scope.kind === 'channel' ? { channel_id: scope.channel_id } : { merchant_id: scope.merchant_id };
  return { owner, actor: actorOf(scope) };
}

/** The condition that a row of webhook_endpoints is the owner's. */
export function ownedBy(owner: Owner): RawBuilder<boolean> {
  return 'channel_id' in owner
    ? sql`channel_id = ${owner.channel_id}::uuid`
    : sql`merchant_id = ${owner.merchant_id}::uuid`;
}
