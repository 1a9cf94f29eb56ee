export { DOUBTS } from './doubts.ts';
export { operatorRoutes } from './routes.ts';
