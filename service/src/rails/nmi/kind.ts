import type { RailKind } from '../rail.ts';
import { NMI_ACCOUNTS } from './accounts.ts';

/** The gateway as far as it is known without reaching it. */
export const NMI: RailKind = {
  code: 'nmi',
  traits: {
    seller: 'configured',
    platform_fee: 'accrued_only',
    approval: 'fields',
    begins: 'with_order',
    credential: 'tokenization_key',
    names_refunds: false,
    fees_told: 'never',
    times_told: 'in_books',
    // Whether its query shows a sale that is under way is not known.
    quiet_seconds: 120,
    // It promises to remember none.
    repeat_hours: { take: 0, refund: 0, charge: 0 },
  },
  accounts: NMI_ACCOUNTS,
  offers: () => ['card'],
};
