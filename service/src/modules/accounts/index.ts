export { ACCOUNT_CREDENTIALS } from './credentials.ts';
export { linkAccount } from './link-account.ts';
export { accountPaidInto, type PaidMerchant } from './paid-into.ts';
export type { Account } from './queries.ts';
export { setCredentials } from './set-credentials.ts';
export { type AddressedRow, type NoticeSource, sellerOf, sellersNamed } from './seller-of.ts';
