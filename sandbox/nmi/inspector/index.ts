import type { Rooms } from '../../machine/inspector/rooms.ts';
import { transactions } from './transactions.ts';

/** What the inspector shows of the gateway. */
export function nmiRooms(): Rooms {
  return {
    views: [transactions],
    acts: {},
    recipes: [
      {
        words: 'The next NMI sale happens, and nobody answers',
        fields: { operation: 'nmi.sale', mode: 'hang_after_commit' },
      },
    ],
  };
}
