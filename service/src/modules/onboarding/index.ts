export type { WalletStatusReason } from './judge.ts';
export { disableRefusedSeller } from './disable-refused-seller.ts';
export { merchantOfSeller, merchantOfTracking } from './queries.ts';
export { refreshIfOfSeller, refreshMerchant } from './refresh.ts';
export { readStatus } from './read-status.ts';
export { onboardingRoutes } from './routes.ts';
