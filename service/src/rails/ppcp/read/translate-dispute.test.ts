import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, type Json } from '../../../lib/canonical-json.ts';
import { toDispute } from './translate-dispute.ts';

const link = (rel: string) => ({
  rel,
  href: `https://api.example/v1/customer/disputes/PP-1/${rel}`,
  method: 'POST',
});
const SECRET = 'nobody-else-s';

/** As the provider shows one, with everything in it that is somebody's own. */
const DISPUTE = {
  dispute_id: 'PP-R-GBK-10001',
  create_time: '2026-01-01T00:00:00Z',
  update_time: '2026-01-02T00:00:00Z',
  reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
  status: 'WAITING_FOR_SELLER_RESPONSE',
  dispute_life_cycle_stage: 'INQUIRY',
  dispute_channel: 'INTERNAL',
  dispute_amount: { currency_code: 'USD', value: '27.00', [SECRET]: 1 },
  seller_response_due_date: '2026-01-11T00:00:00Z',
  disputed_transactions: [
    {
      buyer_transaction_id: SECRET,
      seller_transaction_id: '9XY87654ZW321098V',
      gross_amount: { currency_code: 'USD', value: '27.00' },
      buyer: { name: SECRET, email: SECRET },
      seller: { merchant_id: '7KQ2WHRB5NCXE', email: SECRET, name: SECRET },
      items: [{ item_id: '1', item_name: 'Ticket', booking_details: { email: SECRET } }],
    },
  ],
  messages: [
    {
      posted_by: 'BUYER',
      time_posted: '2026-01-01T00:00:00Z',
      content: 'Where?',
      documents: [{ name: 'a.jpg', url: SECRET }],
    },
  ],
  extensions: { merchandize_dispute_properties: { return_details: { address: SECRET } } },
  communication_details: { email: SECRET, note: SECRET },
  return_address: { address_line_1: SECRET },
  links: [
    { rel: 'self', href: SECRET, method: 'GET' },
    link('send_message'),
    link('make-offer'),
    link('adjudicate'),
  ],
};
const dispute = (more: object = {}) => toDispute({ ...DISPUTE, ...more })!;
const answered = (more: object) => dispute(more).answered;

test('a dispute is read in our words', () => {
  const { payload: _payload, ...read } = dispute();
  expect(read).toEqual({
    provider_dispute_id: 'PP-R-GBK-10001',
    provider_transaction_id: '9XY87654ZW321098V',
    status: 'WAITING_FOR_SELLER_RESPONSE',
    is_resolved: false,
    reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
    amount: 2_700,
    currency: 'USD',
    response_deadline: new Date('2026-01-11T00:00:00Z'),
    outcome: null,
    available_actions: ['make-offer', 'send-message'],
    answered: [],
    unclear: ['accept-claim', 'acknowledge-return-item'],
    opened_at: new Date('2026-01-01T00:00:00Z'),
    updated_at: new Date('2026-01-02T00:00:00Z'),
  });
});

test('what is shown of it names nobody and leads nowhere', () => {
  const { payload } = dispute();
  expect(JSON.stringify(payload)).not.toContain(SECRET);
  expect(payload).toMatchObject({
    messages: [{ posted_by: 'BUYER', content: 'Where?', documents: [{ name: 'a.jpg' }] }],
    disputed_transactions: [{ seller_transaction_id: '9XY87654ZW321098V', items: [{ item_name: 'Ticket' }] }],
  });
});

test.each([
  [
    'an amount that cannot be read',
    { dispute_amount: { currency_code: 'USD', value: '1.005' } },
    [null, 'USD'],
  ],
  ['no amount', { dispute_amount: undefined }, [null, 'USD']],
  ['no currency at all', { dispute_amount: undefined, disputed_transactions: [] }, [null, 'XXX']],
])('%s is no amount', (_case, more, expected) => {
  const { amount, currency } = dispute(more);
  expect([amount, currency]).toEqual(expected);
});

test.each([['dispute_id'], ['status'], ['create_time']])('one without %s is not read', (member) => {
  expect(toDispute({ ...DISPUTE, [member]: undefined })).toBeNull();
});

describe('what the seller has answered is told by', () => {
  test('messages, offers and additions, with their words', () => {
    const seller = { actor: 'SELLER', event_type: 'PROPOSED', notes: 'Half?' };
    const shown = answered({
      messages: [
        { posted_by: 'BUYER', content: 'Where?' },
        { posted_by: 'SELLER', content: ' On  its\nway ' },
      ],
      offer: { history: [seller, { actor: 'BUYER', event_type: 'DENIED' }] },
      supporting_info: [{ source: 'SUBMITTED_BY_SELLER', notes: 'More' }],
      links: [link('accept_claim'), link('acknowledge_return_item')],
    });
    expect(shown).toEqual([
      { action: 'send-message', words: 'On its way' },
      { action: 'make-offer', words: 'Half?' },
      { action: 'provide-supporting-info', words: 'More' },
    ]);
  });

  test('evidence, of a claim or of the appeal against its decision', () => {
    const evidence = (dispute_life_cycle_stage: string, source = 'SUBMITTED_BY_SELLER') => ({
      source,
      dispute_life_cycle_stage,
    });
    const evidences = [
      evidence('CHARGEBACK'),
      evidence('CHARGEBACK', 'REQUESTED_FROM_SELLER'),
      evidence('PRE_ARBITRATION'),
    ];
    const actions = answered({ evidences }).map(({ action }) => action);
    expect(actions.filter((action) => action === 'provide-evidence' || action === 'appeal')).toEqual([
      'provide-evidence',
      'appeal',
    ]);
  });

  const traceOf = (action: string, more: object) => {
    const { answered: shown, unclear } = dispute(more);
    if (shown.some((one) => one.action === action)) return 'shown';
    return unclear.some((one) => one === action) ? 'unclear' : 'none';
  };
  const ended = (outcome_code: string, more: object = {}) => ({
    ...{ status: 'RESOLVED', dispute_outcome: { outcome_code }, links: [], ...more },
  });
  const agreed = { offer: { history: [{ actor: 'BUYER', event_type: 'ACCEPTED' }] } };

  test.each([
    ['can still be taken', { links: [link('accept_claim')] }, 'none'],
    ['ended with the money going back', ended('RESOLVED_BUYER_FAVOUR'), 'shown'],
    ['was decided by the provider', ended('RESOLVED_BUYER_FAVOUR', { adjudications: [{}] }), 'none'],
    ['was given up by the buyer', ended('CANCELED_BY_BUYER'), 'none'],
    ['ended by an offer that the buyer took', ended('RESOLVED_BUYER_FAVOUR', agreed), 'unclear'],
    ['waits for the buyer', { status: 'WAITING_FOR_BUYER_RESPONSE', links: [] }, 'unclear'],
    ['is under review', { status: 'UNDER_REVIEW', links: [] }, 'unclear'],
  ])('an acceptance: the dispute %s', (_case, more, expected) => {
    expect(traceOf('accept-claim', more)).toBe(expected);
  });

  test.each([
    ['can still be taken', { links: [link('acknowledge_return_item')] }, 'none'],
    ['ended with the money going back', ended('RESOLVED_BUYER_FAVOUR', agreed), 'shown'],
    ['is under review', { status: 'UNDER_REVIEW', links: [] }, 'unclear'],
    ['was decided by the provider', ended('RESOLVED_BUYER_FAVOUR', { adjudications: [{}] }), 'unclear'],
    ['was given up by the buyer', ended('CANCELED_BY_BUYER'), 'unclear'],
  ])('an acknowledgement: the dispute %s', (_case, more, expected) => {
    expect(traceOf('acknowledge-return-item', more)).toBe(expected);
  });

  test('an end of its own, which is that the goods came', () => {
    expect(answered(ended('RESOLVED_BUYER_FAVOUR'))).toContainEqual({
      action: 'acknowledge-return-item',
      words: 'ITEM_RECEIVED',
    });
  });

  test('the stage that a claim has reached', () => {
    expect(traceOf('escalate', {})).toBe('none');
    expect(traceOf('escalate', { dispute_life_cycle_stage: 'CHARGEBACK' })).toBe('shown');
  });
});

test('whatever stands in a dispute, what is read of it can be kept', () => {
  const members = Object.keys(DISPUTE);
  const json = fc.jsonValue({ maxDepth: 3 });
  const junk = fc.oneof(
    json,
    fc.constantFrom('\u0000', '\ud800', '-5.00', { currency_code: 'USD', value: '-1' }),
  );
  fc.assert(
    fc.property(fc.constantFrom(...members), junk, fc.array(junk), (member, value, list) => {
      for (const put of [value, list, [{ [member]: value, content: value, posted_by: 'SELLER' }]]) {
        const read = toDispute({ ...DISPUTE, [member]: put });
        if (!read) continue;
        const kept = canonicalJson([read.payload, read.answered] as unknown as Json);
        expect(kept).not.toMatch(/\\u0000|\\ud[89a-f]/i);
        expect(read.amount ?? 0).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: 400 },
  );
});
