export { disputeActionRoutes } from './routes.ts';
export { disputeActionDoubt } from './settle.ts';
export { answersById, answersTo } from './look-up.ts';
