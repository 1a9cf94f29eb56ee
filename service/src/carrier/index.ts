export type * from './carrier.ts';
export { openCarrier } from './open.ts';
