export { reconciliationsOf } from './compare-days.ts';
export { countFailingDays } from './day-queries.ts';
export { followAccounts } from './follow-accounts.ts';
export { forgetComparedDays } from './forget-compared-days.ts';
export { reconciliationRoutes } from './routes.ts';
