export { eventFeedRoutes } from './feed-routes.ts';
export { describeEventsAbout, eventsById } from './look-up.ts';
export { operatorEventRoutes } from './operator-routes.ts';
export { raise, raiseFragment } from './raise.ts';
