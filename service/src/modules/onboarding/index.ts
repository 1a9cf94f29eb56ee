export { disableUnverifiedSeller } from './disable-unverified-seller.ts';
export { type Connection, readConnection, merchantOfSeller, merchantOfTracking } from './queries.ts';
export { refreshMerchant, refreshSoon } from './refresh.ts';
export { onboardingRoutes } from './routes.ts';
