import { randomInt } from 'node:crypto';
import type { World } from '../../machine/world.ts';

export { later, transact } from '../../machine/world.ts';

/** What the gateway's handlers need. */
export interface NmiWorld extends World {
  /** Where an account without an address of its own is told of events. */
  readonly noticeUrl: () => string | null;
}

/** A moment as the gateway writes it: UTC, digits only. */
export function stamp(at: Date): string {
  return at.toISOString().replaceAll(/\D/g, '').slice(0, 14);
}

/** A number of so many digits, as the gateway counts transactions, batches and references. */
export function newNumber(digits: number): string {
  let text = String(randomInt(1, 10));
  while (text.length < digits) text += String(randomInt(10));
  return text;
}
