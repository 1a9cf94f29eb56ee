export { disputeActionRoutes } from './routes.ts';
export { disputeActionDoubt } from './settle.ts';
