import type { RailKind } from '../rail.ts';
import { NMI_ACCOUNTS } from './accounts.ts';

/** Merchants can be routed to it, with the credentials of their accounts, and their sessions be made and shown; payments by it are
 *  not taken yet. */
export const NMI: RailKind = {
  code: 'nmi',
  traits: {
    seller: 'configured',
    platform_fee: 'accrued_only',
    approval: 'fields',
    // Whether its query shows a sale that is under way is not known.
    quiet_seconds: 120,
    // It promises to remember none.
    repeat_hours: { take: 0, refund: 0, charge: 0 },
  },
  accounts: NMI_ACCOUNTS,
  offers: () => ['card'],
};
