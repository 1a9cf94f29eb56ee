export { disputeActionRoutes } from './routes.ts';
export { disputeActionDoubt } from './settle.ts';
export { actionsById, actionsOf } from './look-up.ts';
