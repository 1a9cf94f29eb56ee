export { eraseSealedKeys } from './erase-sealed-keys.ts';
export { ownerRoutes } from './routes.ts';
