import type { Settings } from './options.ts';
import type { Payment } from './payment.ts';
import type { Calls } from './session.ts';
import type { Stand } from './stand.ts';
import type { Teller } from './teller.ts';
import type { Speech } from './words.ts';

/** A view of a checkout while its ways to pay are drawn. */
export interface Opening {
  settings: Settings;
  calls: Calls;
  teller: Teller;
  stand: Stand;
  payment: Payment;
  /** Has everything said in a language from now on. */
  speak(speech: Speech): void;
  isClosed(): boolean;
  /** Runs later, unless it is closed before. What is waiting under the same name gives way. */
  later(name: 'open' | 'look', ms: number, work: () => void): void;
}
