import { minorOf, type Minor } from '../shapes/money.ts';
import type { Capture } from '../shapes/shapes.ts';

/** What of a capture is not given back yet, in minor units. */
export function remainderOf(capture: Capture): Minor {
  return minorOf(capture.amount) - minorOf(capture.total_refunded);
}
