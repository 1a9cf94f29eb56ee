import type { World } from '../machine/world.ts';

/** Who may send text messages. */
export interface CarrierAccount {
  account: string;
  token: string;
}

/** What the carrier's handlers need. */
export interface CarrierWorld extends World {
  /** The only account it knows; without one it knows everybody. */
  readonly carrier: CarrierAccount | null;
}
