export { heardBy, type Hearing } from './heard-events.ts';
export { endpointRoutes } from './routes.ts';
export { SIGNING_SECRETS } from './sealed-secrets.ts';
export { signingKeys } from './signing-keys.ts';
