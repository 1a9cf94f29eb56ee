import { timestamp } from '../shapes/world.ts';

const MOMENT = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/;

/** A moment with its zone, as it is kept; null for what is none. */
export function momentIn(text: string): string | null {
  const at = MOMENT.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? null : timestamp(new Date(at));
}
