import { openCarrier, type CarrierOptions } from './carrier/index.ts';
import { openGravy, type GatewayOptions } from './gravy/index.ts';
import type { Wing } from './machine/wing.ts';
import type { World } from './machine/world.ts';
import { openNmi } from './nmi/index.ts';
import { openPpcp, type PpcpOptions } from './ppcp/index.ts';
import { openReceivers } from './receivers/index.ts';

export type WingOptions = PpcpOptions & CarrierOptions & GatewayOptions;

/** Every party that the sandbox stands in for. The inspector shows them in this order. */
export const WINGS: readonly ((world: World, options: WingOptions) => Promise<Wing>)[] = [
  openReceivers,
  openCarrier,
  openPpcp,
  openGravy,
  openNmi,
];
