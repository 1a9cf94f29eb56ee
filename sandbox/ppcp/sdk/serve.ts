import type { FastifyInstance, FastifyReply } from 'fastify';
import { approveOrder } from '../acts/orders.ts';
import { ActRefusal } from '../../machine/refusal.ts';
import { CURRENCY_DECIMALS } from '../shapes/money.ts';
import { hasLapsed } from '../checks/order-window.ts';
import { readRecord } from '../../machine/store/records.ts';
import type { Account, Order } from '../shapes/shapes.ts';
import type { World } from '../shapes/world.ts';
import { bundleLibrary } from './bundle.ts';

const INTENTS = new Set(['capture', 'authorize', 'subscription', 'tokenize']);
const FLAGS = new Set(['true', 'false']);
const COMPONENTS = new Set(
  (
    'buttons card-fields marks messages funding-eligibility applepay googlepay payment-fields ' +
    'hosted-fields'
  ).split(' '),
);
const SOURCES = ['paypal', 'venmo', 'paylater', 'credit', 'card'];

const CONFIRMED = new Set(['card', 'apple_pay', 'google_pay']);
/** Card numbers of which something else than a payment comes. */
const CARD_FUNDING: ReadonlyMap<string, string> = new Map([
  ['4000000000000002', 'card_declined'],
  ['4000000000000077', 'card_pending'],
]);

type Query = Record<string, unknown>;

/** What each query parameter of the script may hold; any other parameter answers 400. */
const PARAMETERS: Readonly<Record<string, (value: string) => boolean>> = {
  'client-id': () => true,
  'merchant-id': (value) => value === '*' || /^[2-9A-HJ-NP-Z]{13}$/.test(value),
  currency: (value) => CURRENCY_DECIMALS.has(value),
  intent: (value) => INTENTS.has(value),
  components: (value) => value.split(',').every((name) => COMPONENTS.has(name)),
  'enable-funding': isNameList,
  'disable-funding': isNameList,
  commit: (value) => FLAGS.has(value),
  vault: (value) => FLAGS.has(value),
  debug: (value) => FLAGS.has(value),
  locale: (value) => /^[a-z]{2}_[A-Z]{2}$/.test(value),
  'buyer-country': (value) => /^[A-Z]{2}$/.test(value),
  'integration-date': (value) => /^\d{4}-\d{2}-\d{2}$/.test(value),
};

/** Serves the browser library and the state of an order that it watches. */
export function serveSdk(app: FastifyInstance, world: World): void {
  const library = bundleLibrary();
  app.get('/sdk/js', async (request, reply) => {
    const query = request.query as Query;
    const problem = problemOf(world, query);
    reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
    if (problem !== null) return reply.code(400).type('text/plain').send(problem);
    const merchant = query['merchant-id'] === '*' ? undefined : query['merchant-id'];
    const seller = typeof merchant === 'string' ? await readRecord(world.db, 'account', merchant) : null;
    if (typeof merchant === 'string' && seller === null) {
      return reply.code(400).type('text/plain').send('merchant-id is not known');
    }
    const script = library(JSON.stringify(configOf(world, query, seller)));
    return reply.type('text/javascript; charset=utf-8').header('Cache-Control', 'no-store').send(script);
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(text.toString()))),
  );
  app.post('/sdk/orders/:order_id/confirm', async (request, reply) => {
    const { order_id } = request.params as { order_id: string };
    reply.header('Access-Control-Allow-Origin', '*').header('Cache-Control', 'no-store');
    return confirm(world, order_id, request.body as Record<string, string> | null, reply);
  });
  // The library asks this when its window was closed or cut off from the page that opened it.
  app.get('/sdk/orders/:order_id', async (request, reply) => {
    const { order_id } = request.params as { order_id: string };
    const order = await readRecord(world.db, 'order', order_id);
    reply.header('Access-Control-Allow-Origin', '*').header('Cache-Control', 'no-store');
    if (order === null || hasLapsed(world, order)) return reply.code(404).send({ state: 'unknown' });
    return { state: stateOf(order), payer_id: order.payer_id };
  });
}

// A card typed into the page, or what a device handed over, approves the order at once. The card's number
// decides what becomes of it and is not kept.
async function confirm(
  world: World,
  order_id: string,
  fields: Record<string, string> | null,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const source = fields?.['source'] ?? '';
  if (!CONFIRMED.has(source)) return reply.code(422).send({ detail: 'source is not known' });
  const funding = source === 'card' ? CARD_FUNDING.get(fields?.['number'] ?? '') : undefined;
  try {
    await approveOrder(world, { order_id, funding_source: funding ?? source });
    return await reply.send({ order_id, status: 'APPROVED', liability_shift: 'POSSIBLE' });
  } catch (error) {
    if (!(error instanceof ActRefusal)) throw error;
    return reply.code(error.status).send({ detail: error.message });
  }
}

function isNameList(value: string): boolean {
  return /^[a-z0-9_]+(?:,[a-z0-9_]+)*$/.test(value);
}

function problemOf(world: World, query: Query): string | null {
  for (const [name, value] of Object.entries(query)) {
    const accepts = PARAMETERS[name];
    if (accepts === undefined) return `Unrecognized query parameter: ${name}`;
    if (typeof value !== 'string' || !accepts(value)) return `Invalid value of ${name}`;
  }
  return query['client-id'] === world.wallet.client_id ? null : 'client-id is not recognized';
}

function configOf(world: World, query: Query, seller: Account | null): object {
  const list = (name: string): string[] => (typeof query[name] === 'string' ? query[name].split(',') : []);
  const disabled = new Set(list('disable-funding'));
  const enabled = new Set(list('enable-funding'));
  const funding = SOURCES.filter((source) => {
    // Credit is drawn only for a page that asks for it.
    if (disabled.has(source) || (source === 'credit' && !enabled.has(source))) return false;
    return isOffered(source, query, seller);
  });
  return {
    base: world.address.url,
    funding,
    components: query['components'] === undefined ? ['buttons'] : list('components'),
    currency: query['currency'] ?? 'USD',
    country: query['buyer-country'] ?? seller?.country ?? 'US',
    merchant: seller?.account_id ?? '',
    cards: seller === null || isActive(seller, 'CUSTOM_CARD_PROCESSING'),
    applepay: seller !== null && isActive(seller, 'APPLE_PAY'),
    googlepay: seller !== null && isActive(seller, 'GOOGLE_PAY'),
  };
}

function isOffered(source: string, query: Query, seller: Account | null): boolean {
  const country = query['buyer-country'] ?? seller?.country ?? 'US';
  if (source === 'venmo' || source === 'paylater' || source === 'credit') return country === 'US';
  if (source === 'card')
    return seller === null || isActive(seller, 'GUEST_CHECKOUT', 'CUSTOM_CARD_PROCESSING');
  return true;
}

function isActive(seller: Account, ...names: string[]): boolean {
  return seller.capabilities.some(({ name, status }) => names.includes(name) && status === 'ACTIVE');
}

function stateOf(order: Order): 'open' | 'approved' | 'canceled' {
  if (order.status === 'APPROVED' || order.status === 'COMPLETED') return 'approved';
  return order.canceled ? 'canceled' : 'open';
}
