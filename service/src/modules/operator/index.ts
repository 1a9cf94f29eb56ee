export { operatorRoutes } from './routes.ts';
export { listUnsettledOf } from './unsettled.ts';
