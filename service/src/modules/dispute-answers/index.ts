export { disputeAnswerRoutes } from './routes.ts';
export { disputeActionDoubt } from './settle.ts';
