import { exponentOf } from '../../lib/currency.ts';
import { type Minor, minor } from '../../lib/money.ts';
import type { RailKind } from '../rail.ts';

const DECIMALS = 2;

/** Sessions of merchants that are routed to it are made and shown; payments by it are not taken yet. */
export const NMI: RailKind = {
  code: 'nmi',
  traits: {
    seller: 'configured',
    approval: 'fields',
    repeat_hours: { take: 0, refund: 0, charge: 0 },
  },
  accounts: {
    takes: ({ amount, currency }) => (amount % stepOf(currency) === 0 ? 'yes' : 'inexact'),
    stepOf,
  },
  offers: () => ['card'],
};

// A third decimal is never told.
function stepOf(currency: string): Minor {
  return minor(Math.max(1, 10 ** ((exponentOf(currency) ?? 0) - DECIMALS)));
}
