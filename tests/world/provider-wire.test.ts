import { describe, expect, it } from 'vitest';
import { misfitOfCall, misfitOfNotice, watchProviderWire } from './provider-wire.ts';

type Call = Parameters<typeof misfitOfCall>[0];

const API = 'http://127.0.0.1:9';
const ORDER_ID = '4AB12345CD678901E';
const CAPTURE_ID = '9XY87654ZW321098V';
const REFUND_ID = '1RF23456GH789012J';
const SELLER = '7KQ2WHRB5NCXE';

const usd = (value: string) => ({ currency_code: 'USD', value });
const link = (rel: string, path: string, method = 'GET') => ({ href: `${API}${path}`, rel, method });

const order = {
  intent: 'CAPTURE',
  purchase_units: [
    {
      reference_id: 'default',
      amount: { ...usd('27.00'), breakdown: { item_total: usd('20.00'), shipping: usd('7.00') } },
      items: [{ name: 'Tea', quantity: '2', unit_amount: usd('10.00'), category: 'PHYSICAL_GOODS' }],
      payee: { merchant_id: SELLER },
      payment_instruction: { disbursement_mode: 'INSTANT', platform_fees: [{ amount: usd('0.81') }] },
    },
  ],
};

const CREATE: Call = {
  at: '2026-01-02T03:04:05Z',
  method: 'POST',
  path: '/v2/checkout/orders',
  headers: { 'content-type': 'application/json', 'paypal-request-id': 'one' },
  body: order,
  status: 201,
  answer: {
    id: ORDER_ID,
    status: 'CREATED',
    links: [
      link('self', `/v2/checkout/orders/${ORDER_ID}`),
      link('approve', `/checkoutnow?token=${ORDER_ID}`),
    ],
  },
  fault: null,
};

const refund = {
  id: REFUND_ID,
  status: 'COMPLETED',
  amount: usd('5.00'),
  links: [
    link('self', `/v2/payments/refunds/${REFUND_ID}`),
    link('up', `/v2/payments/captures/${CAPTURE_ID}`),
  ],
};

const REFUND: Call = {
  ...CREATE,
  path: `/v2/payments/captures/${CAPTURE_ID}/refund`,
  headers: { ...CREATE.headers, 'paypal-auth-assertion': 'eyJhbGciOiJub25lIn0.e30.' },
  body: { amount: usd('5.00') },
  answer: refund,
};

const refusal = (issue: string, over: object = {}) => ({
  name: 'UNPROCESSABLE_ENTITY',
  message:
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  debug_id: 'f0a1b2c3d4e5f',
  details: [{ issue, description: 'About it.' }],
  ...over,
});

const notice = {
  id: 'WH-7A-5B',
  event_version: '1.0',
  create_time: '2026-01-02T03:04:05Z',
  resource_type: 'refund',
  resource_version: '2.0',
  event_type: 'PAYMENT.CAPTURE.REFUNDED',
  summary: 'A refund',
  resource: refund,
  links: [link('self', '/v1/notifications/webhooks-events/WH-7A-5B'), link('resend', '/x', 'POST')],
};

/** The call with one member of its first purchase unit changed. */
function unit(over: object): Call {
  return { ...CREATE, body: { ...order, purchase_units: [{ ...order.purchase_units[0], ...over }] } };
}

describe('the check of the provider’s wire', () => {
  it('lets pass what the interface has', () => {
    expect(misfitOfCall(CREATE)).toBeNull();
    expect(misfitOfCall(REFUND)).toBeNull();
    expect(misfitOfCall({ ...CREATE, status: 422, answer: refusal('AMOUNT_MISMATCH') })).toBeNull();
    expect(misfitOfCall({ ...CREATE, status: 401, answer: { error: 'invalid_token' } })).toBeNull();
    expect(misfitOfNotice(JSON.stringify(notice))).toBeNull();
  });

  it.each<[string, Call, RegExp]>([
    ['a member that does not exist', unit({ memo: 'x' }), /request\/purchase_units\/0 .*memo/],
    [
      'a text that is too long',
      unit({ invoice_id: 'x'.repeat(128) }),
      /invoice_id must NOT have more than 127/,
    ],
    ['a word that is not one of them', { ...CREATE, body: { ...order, intent: 'SALE' } }, /request\/intent/],
    ['a negative amount', unit({ items: undefined, amount: usd('-1.00') }), /amount\/value must match/],
    [
      'decimals in a currency that takes none',
      unit({ items: undefined, amount: { currency_code: 'HUF', value: '10.50' } }),
      /amount\/value must match/,
    ],
    ['items without their sum', unit({ amount: usd('27.00') }), /required property 'breakdown'/],
    ['an account that cannot exist', unit({ payee: { merchant_id: 'ABCDEFGHIJKL1' } }), /payee\/merchant_id/],
    ['a body that is missing', { ...CREATE, body: null }, /a body is missing/],
    [
      'an order without a request id',
      { ...CREATE, headers: { 'content-type': 'application/json' } },
      /is missing/,
    ],
    [
      'a refund in nobody’s name',
      { ...REFUND, headers: CREATE.headers },
      /header paypal-auth-assertion: is missing/,
    ],
    ['a query that is not read', { ...CREATE, path: '/v2/checkout/orders?expand=all' }, /query .*expand/],
    [
      'another media type',
      { ...CREATE, headers: { ...CREATE.headers, 'content-type': 'text/plain' } },
      /text\/plain/,
    ],
    [
      'an id of another form',
      { ...REFUND, path: '/v2/payments/captures/cap_1/refund' },
      /path \{capture_id\}/,
    ],
  ])('refuses a request with %s', (_case, call, difference) => {
    expect(misfitOfCall(call)).toMatch(difference);
  });

  it.each<[string, Call, RegExp]>([
    ['a status that no answer has', { ...CREATE, status: 202 }, /the status 202 is not described/],
    ['a state that is none', { ...CREATE, answer: { ...refund, status: 'DONE' } }, /answer\/status/],
    [
      'no way to its capture',
      { ...REFUND, answer: { ...refund, links: [refund.links[0]] } },
      /answer\/links/,
    ],
    [
      'an amount as a number',
      { ...REFUND, answer: { ...refund, amount: 5 } },
      /answer\/amount must be object/,
    ],
    ['a page instead', { ...CREATE, answer: '<html></html>' }, /answer must be object/],
    [
      'an issue of another interface',
      { ...REFUND, status: 422, answer: refusal('ORDER_NOT_APPROVED') },
      /issue/,
    ],
    [
      'a name of another status',
      { ...CREATE, status: 403, answer: refusal('PERMISSION_DENIED') },
      /answer\/name/,
    ],
    [
      'no id to ask about',
      { ...CREATE, status: 422, answer: refusal('AMOUNT_MISMATCH', { debug_id: 7 }) },
      /debug_id/,
    ],
  ])('refuses an answer with %s', (_case, call, difference) => {
    expect(misfitOfCall(call)).toMatch(difference);
  });

  it('names where a call that is not described belongs', () => {
    expect(misfitOfCall({ ...CREATE, path: '/v2/checkout/carts' })).toBe(
      'POST /v2/checkout/carts is not described: add it to tests/world/provider/calls.ts.',
    );
  });

  it('leaves alone what a fault did: a held answer, garbage, an issue of its own', () => {
    expect(misfitOfCall({ ...CREATE, status: null, answer: null, fault: 'hang' })).toBeNull();
    expect(misfitOfCall({ ...CREATE, status: 200, answer: '<html></html>', fault: 'garbage' })).toBeNull();
    expect(
      misfitOfCall({ ...CREATE, status: 422, answer: refusal('SOMETHING_NEW'), fault: 'refuse' }),
    ).toBeNull();
    expect(misfitOfCall({ ...CREATE, status: 422, answer: { no: 1 }, fault: 'refuse' })).toMatch(/answer/);
  });

  it.each<[string, object, RegExp]>([
    ['a type that nobody described', { event_type: 'PAYMENT.CAPTURE.LOST' }, /event_type/],
    ['the resource of another type', { event_type: 'CHECKOUT.ORDER.APPROVED' }, /resource/],
    ['a resource in parts', { resource: { id: REFUND_ID } }, /notice\/resource .*required/],
    ['an id that is not its own', { id: '7' }, /notice\/id/],
  ])('refuses a notice with %s', (_case, over, difference) => {
    expect(misfitOfNotice(JSON.stringify({ ...notice, ...over }))).toMatch(difference);
  });

  it('tells everything at the end, once', () => {
    const wire = watchProviderWire();
    wire.call(CREATE);
    wire.notice(JSON.stringify(notice), 'ppcp');
    expect(() => wire.conclude()).not.toThrow();
    wire.call({ ...CREATE, status: 202 });
    wire.notice('{"id":', 'ppcp');
    expect(() => wire.conclude()).toThrow(/status 202[^]*The wire cannot be read/);
    expect(() => wire.conclude()).not.toThrow();
  });
});
