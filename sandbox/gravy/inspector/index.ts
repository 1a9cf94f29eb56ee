import type { Rooms } from '../../machine/inspector/rooms.ts';
import { transactions } from './transactions.ts';

/** What the inspector shows of the gateway. */
export function gravyRooms(): Rooms {
  return {
    views: [transactions],
    acts: {},
    recipes: [
      {
        words: 'The next Gr4vy capture happens, and nobody answers',
        fields: { operation: 'gravy.capture', mode: 'hang_after_commit' },
      },
    ],
    repeatedHeaders: ['x-gr4vy-merchant-account-id', 'idempotency-key'],
  };
}
