export { reconciliationsOf } from './compare-days.ts';
export { countFailingDays } from './day-queries.ts';
export { countOpenDifferences } from './difference-queries.ts';
export { followAccounts } from './follow-accounts.ts';
export { forgetComparedDays } from './forget-days.ts';
export { CAUSES as DIFFERENCE_CAUSES } from './judge.ts';
export { reconciliationRoutes } from './routes.ts';
