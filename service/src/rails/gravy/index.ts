import type { RailKind } from '../rail.ts';
import { GRAVY_ACCOUNTS } from './accounts.ts';

/** Merchants can be routed to it, with the credentials of their accounts, and their sessions be made and shown; payments by it are
 *  not taken yet. */
export const GRAVY: RailKind = {
  code: 'gravy',
  traits: {
    seller: 'configured',
    platform_fee: 'accrued_only',
    approval: 'fields',
    quiet_seconds: 30,
    repeat_hours: { take: 24, refund: 24, charge: 24 },
  },
  accounts: GRAVY_ACCOUNTS,
  offers: () => ['card'],
};
