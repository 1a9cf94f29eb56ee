import { text, type Acts } from '../../machine/inspector/acts.ts';
import type { Rooms } from '../../machine/inspector/rooms.ts';
import { transactions } from './transactions.ts';

const GRAVY_ACTS: Acts = {
  'gravy.refund': {
    method: 'POST',
    path: '/rails/transactions/{id}/refund',
    body: (form) => text(form, 'amount'),
    done: 'The merchant gave the money back at the gateway.',
  },
  'gravy.chargeback': {
    method: 'POST',
    path: '/rails/transactions/{id}/chargeback',
    body: (form) => text(form, 'amount'),
    done: "The cardholder's bank took the money back.",
  },
};

/** What the inspector shows of the gateway. */
export function gravyRooms(): Rooms {
  return {
    views: [transactions],
    acts: GRAVY_ACTS,
    recipes: [
      {
        words: 'The next Gr4vy capture happens, and nobody answers',
        fields: { operation: 'gravy.capture', mode: 'hang_after_commit' },
      },
    ],
    repeatedHeaders: ['x-gr4vy-merchant-account-id', 'idempotency-key'],
  };
}
