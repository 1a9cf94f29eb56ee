import { NOTHING, text, whole, type Acts } from '../../machine/inspector/acts.ts';

/** What buyers, sellers and the provider's own people do. What needs the record it changes stands beside. */
export const PEOPLE_ACTS: Acts = {
  'orders.approve': {
    method: 'POST',
    path: '/orders/{id}/approve',
    body: (form) => ({ ...text(form, 'account_id'), ...text(form, 'funding_source') }),
    done: 'The buyer approved the order.',
  },
  'orders.cancel': {
    method: 'POST',
    path: '/orders/{id}/cancel',
    body: NOTHING,
    done: 'The buyer left without approving.',
  },
  'captures.refund': {
    method: 'POST',
    path: '/captures/{id}/refund',
    body: (form) => text(form, 'amount'),
    done: 'The seller gave the money back.',
  },
  'captures.reverse': {
    method: 'POST',
    path: '/captures/{id}/reverse',
    body: (form) => text(form, 'amount'),
    done: 'The provider took the money back.',
  },
  'captures.settle': {
    method: 'POST',
    path: '/captures/{id}/settle',
    body: (form) => text(form, 'status'),
    done: 'The capture is no longer pending.',
  },
  'refunds.settle': {
    method: 'POST',
    path: '/refunds/{id}/settle',
    body: (form) => text(form, 'status'),
    done: 'The refund is no longer pending.',
  },
  'captures.dispute': {
    method: 'POST',
    path: '/captures/{id}/dispute',
    body: (form) => ({ ...text(form, 'reason'), ...text(form, 'amount'), ...whole(form, 'due_in_hours') }),
    done: 'The buyer opened a dispute.',
  },
  'disputes.message': {
    method: 'POST',
    path: '/disputes/{id}/message',
    body: (form) => text(form, 'message'),
    done: 'The buyer wrote to the seller.',
  },
  'disputes.escalate': {
    method: 'POST',
    path: '/disputes/{id}/escalate',
    body: NOTHING,
    done: 'The buyer made a claim of it.',
  },
  'disputes.accept-offer': {
    method: 'POST',
    path: '/disputes/{id}/accept-offer',
    body: NOTHING,
    done: 'The buyer accepted the offer.',
  },
  'disputes.deny-offer': {
    method: 'POST',
    path: '/disputes/{id}/deny-offer',
    body: NOTHING,
    done: 'The buyer denied the offer.',
  },
  'disputes.return-item': {
    method: 'POST',
    path: '/disputes/{id}/return-item',
    body: NOTHING,
    done: 'The goods are on their way back.',
  },
  'disputes.resolve': {
    method: 'POST',
    path: '/disputes/{id}/resolve',
    body: (form) => text(form, 'outcome'),
    done: 'The dispute is decided.',
  },
  'invoices.pay': {
    method: 'POST',
    path: '/invoices/{id}/pay',
    body: (form) => ({ ...text(form, 'account_id'), ...text(form, 'outcome') }),
    done: 'The payer tried; the invoice says what came of it.',
  },
  'accounts.open': {
    method: 'POST',
    path: '/accounts',
    body: (form) => ({
      ...text(form, 'kind'),
      ...text(form, 'email'),
      ...text(form, 'business_name'),
      ...text(form, 'given_name'),
      ...text(form, 'surname'),
      ...text(form, 'country'),
      ...text(form, 'currency'),
    }),
    done: 'The account is open.',
  },
  'accounts.revoke': {
    method: 'POST',
    path: '/accounts/{id}/revoke-consent',
    body: (form) => text(form, 'then'),
    done: 'The seller took the consent back.',
  },
  'referrals.abandon': {
    method: 'POST',
    path: '/referrals/{id}/abandon',
    body: NOTHING,
    done: 'The seller left without consenting.',
  },
};
