export { sweepOfSubscriptions } from './sweep-subscriptions.ts';
export { SUBSCRIPTIONS_DUE } from './queries.ts';
export { subscriptionRoutes } from './routes.ts';
export { chargeEndsOf, subscriptionsById } from './look-up.ts';
