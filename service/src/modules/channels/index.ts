export { createChannel } from './create-channel.ts';
export { findOnboardingReturn, lockChannel, readChannel } from './queries.ts';
export { channelRoutes } from './routes.ts';
export type { TermsRow } from './terms.ts';
