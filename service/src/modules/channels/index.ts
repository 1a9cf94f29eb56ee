export { createChannel } from './create-channel.ts';
export { findOnboardingReturn, lockChannel } from './queries.ts';
export { channelRoutes } from './routes.ts';
