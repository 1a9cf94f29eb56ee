export { ACCOUNT_CREDENTIALS } from './credentials.ts';
export { linkAccount } from './link-account.ts';
export { moveAccounts } from './move-accounts.ts';
export { nameAccount, sellersUnnamed } from './name-account.ts';
export type { Dealt, NoticeSource } from './news.ts';
export { accountPaidInto, type PaidMerchant } from './paid-into.ts';
export {
  type Account,
  type AccountToday,
  accountToday,
  findLiveAccount,
  isGivenAway,
  type KnownFor,
  knownOf,
} from './queries.ts';
export { setCredentials } from './set-credentials.ts';
export { type AddressedRow, type Claimants, sellerOf, sellerOfAccount, sellersNamed } from './seller-of.ts';
