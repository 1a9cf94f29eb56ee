import type { Wing } from '../machine/wing.ts';
import type { World } from '../machine/world.ts';
import { messageRoutes } from './control.ts';
import { CARRIER_FAULTS } from './faults.ts';
import { CARRIER_PREFIX, serveMessages } from './messages.ts';
import { CARRIER_RECORDS } from './shapes.ts';
import { addressees, timerActions } from './status.ts';
import type { CarrierAccount, CarrierWorld } from './world.ts';

export interface CarrierOptions {
  /** The only account the carrier of text messages knows; without it, it knows everybody. */
  carrier?: CarrierAccount;
}

/** The carrier of text messages. */
export async function openCarrier(machine: World, options: CarrierOptions): Promise<Wing> {
  const world: CarrierWorld = { ...machine, carrier: options.carrier ?? null };
  return {
    records: CARRIER_RECORDS,
    api: { prefix: CARRIER_PREFIX, serve: (app, calls) => serveMessages(app, world, calls) },
    routes: messageRoutes(world),
    rooms: async () => ({ views: [(await import('./inspector.ts')).messages], acts: {} }),
    faults: CARRIER_FAULTS,
    addressees: (sids) => addressees(world, sids),
    timers: timerActions(world),
  };
}
