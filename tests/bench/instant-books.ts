export type Json = Readonly<Record<string, unknown>>;

/** The platform as the provider knows it. */
export interface Identity {
  client_id: string;
  partner_id: string;
}

export interface Call {
  method: string;
  url: URL;
  body: Json;
}

export interface Notice {
  event_type: string;
  resource_type: string;
  resource: Json;
}

export interface Answered {
  status: number;
  answer: Json;
  notice?: Notice;
}

interface Order {
  id: string;
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED';
  unit: Json;
  capture: Json | null;
  created_at: string;
}

interface Books {
  orders: Map<string, Order>;
  ids: number;
  base: () => string;
}

const TOKEN_SECONDS = 32_400;
const SELLER_ID = '7KQ2WHRB5NCXE';
const ORDERS = '/v2/checkout/orders';
const OF_ORDER = /^(\/_control\/orders|\/v2\/checkout\/orders)\/(\w+)(?:\/(\w+))?$/;
const BUYER = {
  email_address: 'jo@example.com',
  name: { given_name: 'Jo', surname: 'Buyer' },
  address: { country_code: 'US' },
};
const SCOPES = [
  'payments/realtimepayment',
  'payments/payment/authcapture',
  'payments/refund',
  'payments/partnerfee',
].map((scope) => `https://uri.paypal.com/services/${scope}`);

/** What the provider keeps and answers. Three of its calls stand for people: an account that is opened, a seller who
 *  finishes a referral and a buyer who approves an order. */
export function instantBooks(platform: Identity, base: () => string) {
  const books: Books = { orders: new Map(), ids: 0, base };
  let tracking_id = '';
  const refer = ({ body }: Call): Answered => {
    tracking_id = String(body['tracking_id']);
    const links = [{ href: `${base()}/onboard?token=bench`, rel: 'action_url', method: 'GET' }];
    return { status: 201, answer: { links } };
  };
  const seller = () => ({ status: 200, answer: sellerView(platform, tracking_id) });
  const integrations = `/v1/customer/partners/${platform.partner_id}/merchant-integrations`;
  const fixed: Record<string, (call: Call) => Answered> = {
    'POST /v1/oauth2/token': () => ({ status: 200, answer: tokenView() }),
    'POST /v2/customer/partner-referrals': refer,
    'POST /_control/accounts': () => ({ status: 201, answer: { account_id: SELLER_ID } }),
    'POST /_control/referrals/bench/finish': () => ({ status: 200, answer: {} }),
    [`GET ${integrations}`]: seller,
    [`GET ${integrations}/${SELLER_ID}`]: seller,
    [`POST ${ORDERS}`]: ({ body }) => make(books, body),
  };
  return {
    answer: (call: Call): Answered => {
      const answer = fixed[`${call.method} ${call.url.pathname}`];
      return answer ? answer(call) : answerOfOrder(books, call);
    },
  };
}

function answerOfOrder(books: Books, { method, url }: Call): Answered {
  const [, place, id = '', verb = ''] = OF_ORDER.exec(url.pathname) ?? [];
  const order = books.orders.get(id);
  if (!order) return missing();
  switch (`${method} ${place} ${verb}`) {
    case 'POST /_control/orders approve':
      return approve(books, order);
    case `POST ${ORDERS} capture`:
      return capture(books, order);
    case `GET ${ORDERS} `:
      return { status: 200, answer: orderView(order, books.base()) };
    default:
      return missing();
  }
}

function make(books: Books, body: Json): Answered {
  const [unit] = body['purchase_units'] as [Json];
  const id = nextId(books);
  const status = 'PAYER_ACTION_REQUIRED';
  const created_at = new Date().toISOString();
  books.orders.set(id, { id, status, unit, capture: null, created_at });
  const links = [
    { href: `${books.base()}${ORDERS}/${id}`, rel: 'self', method: 'GET' },
    { href: `${books.base()}/checkoutnow?token=${id}`, rel: 'payer-action', method: 'GET' },
  ];
  return { status: 200, answer: { id, status, payment_source: { paypal: {} }, links } };
}

function approve(books: Books, order: Order): Answered {
  order.status = 'APPROVED';
  const resource = orderView(order, books.base());
  const notice = { event_type: 'CHECKOUT.ORDER.APPROVED', resource_type: 'checkout-order', resource };
  return { status: 200, answer: {}, notice };
}

function capture(books: Books, order: Order): Answered {
  if (order.status !== 'APPROVED') return refused('ORDER_NOT_APPROVED');
  order.status = 'COMPLETED';
  order.capture = captureOf(order, nextId(books), books.base());
  const resource = { ...order.capture, supplementary_data: { related_ids: { order_id: order.id } } };
  const notice = { event_type: 'PAYMENT.CAPTURE.COMPLETED', resource_type: 'capture', resource };
  return { status: 201, answer: orderView(order, books.base()), notice };
}

function nextId(books: Books): string {
  books.ids += 1;
  return books.ids.toString(36).toUpperCase().padStart(17, '0');
}

function tokenView(): Json {
  return { access_token: 'bench', token_type: 'Bearer', expires_in: TOKEN_SECONDS };
}

function orderView({ id, status, unit, capture, created_at }: Order, base: string): Json {
  return {
    id,
    intent: 'CAPTURE',
    status,
    payment_source: { paypal: { ...BUYER, account_id: 'QX4MVT9ZLB6HJ' } },
    purchase_units: [capture ? { ...unit, payments: { captures: [capture] } } : unit],
    payer: { ...BUYER, payer_id: 'QX4MVT9ZLB6HJ' },
    create_time: created_at,
    links: [{ href: `${base}${ORDERS}/${id}`, rel: 'self', method: 'GET' }],
  };
}

// The provider's own fee is none: what is measured is not its arithmetic.
function captureOf({ id: order_id, unit }: Order, id: string, base: string): Json {
  const { value, currency_code } = unit['amount'] as { value: string; currency_code: string };
  const amount = { currency_code, value };
  const now = new Date().toISOString();
  return {
    id,
    status: 'COMPLETED',
    amount,
    final_capture: true,
    custom_id: unit['custom_id'],
    invoice_id: unit['invoice_id'],
    seller_receivable_breakdown: {
      gross_amount: amount,
      paypal_fee: { currency_code, value: '0.00' },
      net_amount: amount,
    },
    links: [
      { href: `${base}/v2/payments/captures/${id}`, rel: 'self', method: 'GET' },
      { href: `${base}${ORDERS}/${order_id}`, rel: 'up', method: 'GET' },
    ],
    create_time: now,
    update_time: now,
  };
}

function sellerView({ client_id }: Identity, tracking_id: string): Json {
  return {
    merchant_id: SELLER_ID,
    tracking_id,
    primary_email_confirmed: true,
    payments_receivable: true,
    country: 'US',
    primary_currency: 'USD',
    products: [{ name: 'PPCP_STANDARD', vetting_status: 'SUBSCRIBED', status: 'ACTIVE' }],
    capabilities: [{ name: 'PAYPAL_CHECKOUT', status: 'ACTIVE' }],
    oauth_integrations: [
      { status: 'A', oauth_third_party: [{ partner_client_id: client_id, scopes: SCOPES }] },
    ],
    links: [],
  };
}

function refused(issue: string): Answered {
  const details = [{ issue, description: issue }];
  const answer = { name: 'UNPROCESSABLE_ENTITY', message: 'No.', debug_id: 'bench', details, links: [] };
  return { status: 422, answer };
}

function missing(): Answered {
  const answer = { name: 'RESOURCE_NOT_FOUND', message: 'No.', debug_id: 'bench', details: [], links: [] };
  return { status: 404, answer };
}
