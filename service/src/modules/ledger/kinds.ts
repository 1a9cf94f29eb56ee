/** Whose money it is. What the provider holds is owed to merchants, to itself for its fees, to the platform for its own,
 *  and of those to channels. */
type Account = 'provider' | 'merchant' | 'provider_fees' | 'platform_fees' | 'disputed' | 'channel';

/** Every kind of posting, with the account that it debits and the one that it credits. */
export const POSTING_KINDS = {
  capture: ['provider', 'merchant'],
  provider_fee: ['merchant', 'provider_fees'],
  platform_fee: ['merchant', 'platform_fees'],
  refund: ['merchant', 'provider'],
  reversal: ['merchant', 'provider'],
  fee_return: ['platform_fees', 'merchant'],
  dispute_hold: ['merchant', 'disputed'],
  dispute_loss: ['disputed', 'provider'],
  dispute_win: ['disputed', 'merchant'],
  channel_share: ['platform_fees', 'channel'],
  channel_share_return: ['channel', 'platform_fees'],
} as const satisfies Record<string, readonly [debit: Account, credit: Account]>;

export type PostingKind = keyof typeof POSTING_KINDS;
