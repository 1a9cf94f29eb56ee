export { sweepOfSubscriptions } from './sweep-subscriptions.ts';
export { subscriptionRoutes } from './routes.ts';
