import { text, type Acts } from '../../machine/inspector/acts.ts';
import type { Rooms } from '../../machine/inspector/rooms.ts';
import { transactions } from './transactions.ts';

const NMI_ACTS: Acts = {
  'nmi.refund': {
    method: 'POST',
    path: '/rails/transactions/{id}/refund',
    body: (form) => text(form, 'amount'),
    done: 'The merchant gave the money back at the gateway.',
  },
  'nmi.chargeback': {
    method: 'POST',
    path: '/rails/transactions/{id}/chargeback',
    body: (form) => text(form, 'amount'),
    done: "The cardholder's bank took the money back.",
  },
};

/** What the inspector shows of the gateway. */
export function nmiRooms(): Rooms {
  return {
    views: [transactions],
    acts: NMI_ACTS,
    recipes: [
      {
        words: 'The next NMI sale happens, and nobody answers',
        fields: { operation: 'nmi.sale', mode: 'hang_after_commit' },
      },
    ],
  };
}
