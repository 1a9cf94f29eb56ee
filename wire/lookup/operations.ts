import { BY_OPERATOR, type Operations } from '../operation.ts';
import { Lookup, LookupQuery } from './schemas.ts';

export const OPERATOR_LOOKUP_OPERATIONS = {
  'operator.lookup.read': {
    method: 'GET',
    path: '/api/operator/lookup',
    ...BY_OPERATOR,
    tag: 'Lookup',
    summary: 'Look up what somebody named',
    notes:
      'Takes one id, as a merchant, a buyer or a provider named it, of whichever channel: of a session, transaction, capture attempt, ' +
      'refund, dispute, answer to one, saving, payment request, subscription or event, the provider’s id of an order, capture, ' +
      'refund, dispute or invoice, or the channel’s own order number. With `merchant_id` also the key that a refund, a charge or a ' +
      'payment request was asked for under. Answers what it is known as, up to twenty times, and the first five payments that ' +
      'it belongs to, with all that came of each. No provider is asked.',
    parameter_notes: {
      id: 'The id, letter by letter; blanks around it do not count.',
      merchant_id: 'Only what is of this merchant.',
    },
    query: LookupQuery,
    refusals: ['id_not_found'],
    responses: { 200: Lookup },
  },
} as const satisfies Operations;
