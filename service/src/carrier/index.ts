export type * from './carrier.ts';
export { openCarrier } from './open.ts';
export { type CarrierSettings, readCarrierSettings } from './read-settings.ts';
