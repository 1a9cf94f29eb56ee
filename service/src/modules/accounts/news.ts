/** Who told: a provider, and the account that it told where it tells its accounts. What is told of one account is nothing of
 *  another's. */
export interface NoticeSource {
  provider: string;
  rail_account_id: string | null;
}

/** Whether what a provider tells is dealt with, or must be looked at again because the provider does not show it yet, or because
 *  what it says depends on something of ours that is under way. */
export type Dealt = 'done' | 'later';
