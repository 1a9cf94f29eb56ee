export { subscriptionsOf } from './charge-due.ts';
export { subscriptionRoutes } from './routes.ts';
