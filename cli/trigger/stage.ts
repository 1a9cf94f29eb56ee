import type { Fairway } from '../../client/src/index.ts';
import type { Parties } from '../../local/parties.ts';
import { createSellerAccount, onboard } from '../../local/steps.ts';

export interface Stage {
  parties: Parties;
  /** Whether the operator's token is known, so that the clock can be moved. */
  has_operator: boolean;
  /** With the channel's key alone. */
  channel: Fairway;
  as(merchantId: string): Fairway;
  /** A merchant that takes payments; null: one is made. */
  merchant_id: string | null;
  /** Makes the names of this run its own. */
  mark: string;
}

/** What an event is about. */
export interface Subject {
  merchant_id: string;
  /** Of a sale: tells this run's event from those of others; null for what is done to a merchant of its own. */
  checkout_session_id: string | null;
}

/** Does what raises one event type and returns what that is about. */
export type Recipe = (stage: Stage) => Promise<Subject>;

/** A merchant of the channel that has just been connected to an account of its own. */
export async function connectNew(stage: Stage): Promise<{ merchantId: string; accountId: string }> {
  const business_name = `Trigger ${stage.mark}`;
  const { merchant_id: merchantId } = await stage.channel.merchants.create({
    business_name,
    email: `shop.${stage.mark}@example.com`,
    country_code: 'US',
  });
  const accountId = await createSellerAccount(stage.parties, {
    business_name,
    email: `seller.${stage.mark}@example.com`,
  });
  await onboard(stage.parties, { merchant: stage.as(merchantId), accountId });
  return { merchantId, accountId };
}
