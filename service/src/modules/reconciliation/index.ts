export { sweepOfReconciliations } from './sweep-reconciliations.ts';
export { countFailingDays } from './day-queries.ts';
export { sweepReconciledAccounts } from './sweep-reconciled-accounts.ts';
export { forgetComparedDays } from './forget-compared-days.ts';
export { reconciliationRoutes } from './routes.ts';
