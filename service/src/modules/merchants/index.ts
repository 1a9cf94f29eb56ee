export { type PayingMerchant, readPayingMerchant, whyNotPaid } from './paying-merchant.ts';
export { findMerchant, updateMerchant } from './queries.ts';
export { operatorMerchantView } from './view.ts';
export { merchantRoutes } from './routes.ts';
