export { eventFeedRoutes } from './feed-routes.ts';
export { operatorEventRoutes } from './operator-routes.ts';
export { raise, raiseFragment } from './raise.ts';
