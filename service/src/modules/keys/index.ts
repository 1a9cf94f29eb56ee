export { insertKey, mintChannelKey, revealKey } from './create-key.ts';
export { keyRoutes } from './routes.ts';
