import type { RailKind } from '../rail.ts';
import { GRAVY_ACCOUNTS } from './accounts.ts';

export const GRAVY: RailKind = {
  code: 'gravy',
  traits: {
    seller: 'configured',
    platform_fee: 'accrued_only',
    approval: 'fields',
    begins: 'in_browser',
    credential: 'embed_token',
    names_refunds: true,
    fees_told: 'at_settlement',
    times_told: 'in_answer',
    quiet_seconds: 30,
    // It remembers a key for a day, counted from when it came; a call takes time.
    repeat_hours: { take: 23, refund: 23, charge: 23 },
  },
  accounts: GRAVY_ACCOUNTS,
  offers: () => ['card'],
};
