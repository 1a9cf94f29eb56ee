export { hearOfDispute } from './hear-of-dispute.ts';
export { findAccounts, listingsOf } from './list-disputes.ts';
export { matchDisputes } from './match.ts';
export { disputeRoutes } from './routes.ts';
export { disputeActionDoubt } from './settle.ts';
export { tellDeadlines } from './tell-deadlines.ts';
