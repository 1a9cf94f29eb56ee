import type { FastifyInstance } from 'fastify';
import { CURRENCY_DECIMALS } from '../money.ts';
import { hasLapsed } from '../ppcp/order-window.ts';
import { readRecord } from '../store/records.ts';
import type { Account, Order } from '../store/shapes.ts';
import type { World } from '../world.ts';
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
    const seller = typeof merchant === 'string' ? await readRecord(world.sql, 'account', merchant) : null;
    if (typeof merchant === 'string' && seller === null) {
      return reply.code(400).type('text/plain').send('merchant-id is not known');
    }
    const script = library(JSON.stringify(configOf(world, query, seller)));
    return reply.type('text/javascript; charset=utf-8').header('Cache-Control', 'no-store').send(script);
  });
  // The library asks this when its window was closed or cut off from the page that opened it.
  app.get('/sdk/orders/:order_id', async (request, reply) => {
    const { order_id } = request.params as { order_id: string };
    const order = await readRecord(world.sql, 'order', order_id);
    reply.header('Access-Control-Allow-Origin', '*').header('Cache-Control', 'no-store');
    if (order === null || hasLapsed(world, order)) return reply.code(404).send({ state: 'unknown' });
    return { state: stateOf(order), payer_id: order.payer_id };
  });
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
