import { GRAVY } from './gravy/index.ts';
import { NMI } from './nmi/index.ts';
import { PPCP } from './ppcp/index.ts';
import type { RailKind } from './rail.ts';

/** Every rail that a merchant can be routed to. */
export const RAIL_KINDS: readonly RailKind[] = [PPCP, GRAVY, NMI];
