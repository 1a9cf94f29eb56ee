export { admitAccount, forgetOldBudgets } from './admit-account.ts';
export { admitWith } from './admit.ts';
export { insertKey, mintChannelKey, revealKey } from './create-key.ts';
export { keyRoutes } from './routes.ts';
