export { createChannel } from './create-channel.ts';
export { lockChannel } from './queries.ts';
export { channelRoutes } from './routes.ts';
