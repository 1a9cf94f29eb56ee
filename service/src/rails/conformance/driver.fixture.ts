import type { NewOrder, Rail, ReceivedNotice, Seller } from '../rail.ts';

/** A rail that speaks to its provider's stand-in, and the people behind the provider. Each rail has one. */
export interface RailDriver {
  readonly rail: Rail;
  /** Who is paid. */
  readonly seller: Seller;
  /** An order of 27.00 USD that nobody has asked for yet. Where buyers enter their instrument before it is opened they have done
   *  so, by one that pays unless told otherwise. */
  anOrder(over?: Partial<NewOrder>, by?: Instrument): Promise<NewOrder>;
  /** Where they agree to what was opened, the buyer does. */
  approve(provider_order_id: string, by?: Instrument): Promise<void>;
  /** Whether the provider knows money that is taken and held back. */
  readonly holdsBack: boolean;
  /** What a provider calls an order, a capture or a refund that it never had. */
  readonly nothing: string;
  /** The answer to the next such call is lost, before it had its effect or after. */
  lose(call: LostCall, when: 'before' | 'after'): Promise<void>;
  /** The next such call is turned away for now. */
  turnAway(call: LostCall): Promise<void>;
  /** How often money was taken for an order, by the provider's own books. */
  takenFor(provider_order_id: string): Promise<number>;
  /** Somebody returns minor units of a capture at the provider itself. */
  returnAtProvider(provider_capture_id: string, amount: number): Promise<void>;
  /** What the provider tells of what is done meanwhile. */
  told(act: () => Promise<unknown>): Promise<ReceivedNotice[]>;
  /** From now on the provider tells everything twice, or once again. */
  tell(how: 'twice' | 'once'): Promise<void>;
  /** Somebody else who is paid there, by an account and keys of their own; null where the provider tells the deployment alone. */
  stranger(): Promise<Seller | null>;
  /** What was taken is settled with the seller, where the provider tells of that. */
  settle(): Promise<void>;
  /** Takes every fault away. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

export type Instrument = 'pays' | 'declines' | 'is held back';
export type LostCall = 'take' | 'refund';
