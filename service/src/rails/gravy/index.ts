import { minor } from '../../lib/money.ts';
import type { RailKind } from '../rail.ts';

/** Sessions of merchants that are routed to it are made and shown; payments by it are not taken yet. */
export const GRAVY: RailKind = {
  code: 'gravy',
  traits: {
    seller: 'configured',
    approval: 'fields',
    repeat_hours: { take: 24, refund: 24, charge: 24 },
  },
  accounts: {
    takes: () => 'yes',
    stepOf: () => minor(1),
  },
  offers: () => ['card'],
};
