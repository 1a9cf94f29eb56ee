import type { NewOrder, Rail, ReceivedNotice, Seller } from '../rail.ts';

/** A rail that speaks to its provider's stand-in, and the people behind the provider. Each rail has one. */
export interface RailDriver {
  readonly rail: Rail;
  /** Who is paid. */
  readonly seller: Seller;
  /** An order of 27.00 USD that nobody has asked for yet. */
  anOrder(over?: Partial<NewOrder>): NewOrder;
  /** The buyer agrees to pay what was opened, by an instrument that pays or one that will be declined. */
  approve(provider_order_id: string, by?: 'pays' | 'declines'): Promise<void>;
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
  /** Takes every fault away. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

export type LostCall = 'take' | 'refund';
