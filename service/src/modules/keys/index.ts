export { mintKey } from './create-key.ts';
export { keyRoutes } from './routes.ts';
