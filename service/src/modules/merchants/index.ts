export { findMerchant, updateMerchant } from './queries.ts';
export { operatorMerchantView } from './view.ts';
export { merchantRoutes } from './routes.ts';
