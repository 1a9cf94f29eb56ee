import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { minor, toDecimal } from '../../lib/money.ts';
import type { ProviderCapture, ProviderRefund, Rail } from '../rail.ts';
import * as good from './good-answers.fixture.ts';
import { createPpcpRail } from './index.ts';
import { optionsFor, startProvider } from './provider.fixture.ts';
import type { FakeProvider } from './provider.fixture.ts';
import { captureOrder, newOrder, newRefund } from '../orders.fixture.ts';
import { sellerNamed } from '../seller.fixture.ts';

// Whatever becomes of an answer on its way, the rail says something, and says `success` only of what is there.

const RUNS = 250;
const seller = sellerNamed(good.SELLER_ID);

let provider: FakeProvider;
let rail: Rail;
/** The status and the text of the next answers; the last one stays. */
let replies: { status: number; text: string }[] = [];

beforeAll(async () => {
  provider = await startProvider((_heard, response) => {
    const { status, text } = replies.length > 1 ? replies.shift()! : replies[0]!;
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  });
  rail = createPpcpRail(optionsFor(provider.url));
});
afterAll(async () => provider.close());

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const JUNK: readonly Json[] = [
  null,
  true,
  false,
  0,
  -1,
  27.5,
  '',
  'x',
  '-27.00',
  '27.005',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'line\nbreak',
  'javascript:alert(1)',
  '1e3',
  [],
  [[]],
  {},
  { id: {} },
  { currency_code: 'USD' },
  { currency_code: '__proto__', value: '27.00' },
  { currency_code: 'USD', value: '9'.repeat(400) },
  'y'.repeat(2_000),
];

interface Change {
  at: number;
  to: Json | undefined;
}

const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.record({
    at: fc.nat({ max: 400 }),
    to: fc.oneof(fc.constant(undefined), fc.constantFrom(...JUNK), fc.jsonValue() as fc.Arbitrary<Json>),
  }),
  { minLength: 1, maxLength: 3 },
);

/** The body with some of its nodes dropped or replaced. Node 0 is the body itself. */
function broken(body: unknown, made: readonly Change[]): Json | undefined {
  return made.reduce<Json | undefined>((now, change) => changed(now, change), structuredClone(body) as Json);
}

function changed(body: Json | undefined, change: Change): Json | undefined {
  // A value put in twice must not be one value: the next change would reach into it.
  const { at, to } = structuredClone(change);
  const places: { parent: Json[] | Record<string, Json>; key: string }[] = [];
  const walk = (node: Json | undefined): void => {
    if (node === null || typeof node !== 'object') return;
    for (const key of Object.keys(node)) {
      places.push({ parent: node, key });
      walk((node as Record<string, Json>)[key]);
    }
  };
  walk(body);
  const place = places[(at % (places.length + 1)) - 1];
  if (!place) return to;
  const { parent, key } = place;
  if (to !== undefined) (parent as Record<string, Json>)[key] = to;
  else if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
  return body;
}

const order = newOrder(seller, { request_id: 'request', transaction_id: 'transaction' });
const capture = captureOrder(seller, good.ORDER_ID, { request_id: 'request' });
const refund = newRefund(seller, {
  ...{ request_id: 'request', refund_id: 'refund-row', provider_capture_id: good.CAPTURE_ID },
  ...{ amount: minor(500), platform_fee: minor(15) },
});

/** Asks with broken forms of an answer, and holds every success to what stood in it. */
async function isHonest<O extends { kind: string }>(
  answer: { body: unknown; status?: number; then?: unknown },
  ask: () => Promise<O>,
  claims: (outcome: O, body: Json | undefined) => void,
): Promise<void> {
  const { status = 200 } = answer;
  const after = answer.then === undefined ? [] : [{ status: 200, text: JSON.stringify(answer.then) }];
  const outcomeOf = async (body: Json | undefined): Promise<O> => {
    replies = [{ status, text: JSON.stringify(body) ?? '' }, ...after];
    return ask();
  };
  claims(await outcomeOf(answer.body as Json), answer.body as Json);
  await fc.assert(
    fc.asyncProperty(changes, async (made) => {
      const body = broken(answer.body, made);
      claims(await outcomeOf(body), body);
    }),
    { numRuns: RUNS },
  );
}

/** Whether the value stands at that path of the body. */
function stands(body: Json | undefined, path: readonly (string | number)[], value: unknown): void {
  const found = path.reduce<unknown>(
    (node, key) => (node as Record<string, unknown> | undefined)?.[key],
    body,
  );
  expect(found).toEqual(value);
}

type Path = readonly (string | number)[];

function standsCapture(body: Json | undefined, at: Path, taken: ProviderCapture): void {
  stands(body, [...at, 'id'], taken.provider_capture_id);
  stands(body, [...at, 'status'], taken.status_raw);
  standsAmount(body, [...at, 'amount'], taken);
}

function standsAmount(body: Json | undefined, at: Path, told: { amount: number; currency: string }): void {
  stands(body, [...at, 'currency_code'], told.currency);
  expect(told.amount).toBeGreaterThan(0);
  const value = at
    .concat('value')
    .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], body);
  expect(Number(value)).toBe(Number(toDecimal(minor(told.amount), told.currency)));
}

function isStorable(value: unknown): void {
  expect(JSON.stringify(value)).not.toMatch(/\\u0000|\\ud[89a-f]/i);
}

const FIRST_CAPTURE = ['purchase_units', 0, 'payments', 'captures', 0];

describe('a broken answer', () => {
  test('to a question about the books tells of the payment asked for, and of no person', async () => {
    const { ORDER_ID: provider_order_id } = good;
    const payment = { provider_order_id, provider_capture_id: null, seller, currency: 'USD' };
    await isHonest(
      { body: good.ORDER },
      () => rail.books!.detail(payment),
      (outcome, body) => {
        isStorable(outcome);
        if (outcome.kind !== 'found') return;
        stands(body, ['id'], provider_order_id);
        expect(JSON.stringify(outcome.detail.payload)).not.toContain('jo@example.com');
      },
    );
  });

  test('to a capture is a capture only when order, id, status and amount stand in it', async () => {
    let captured = 0;
    await isHonest(
      { body: good.ORDER, status: 201, then: good.APPROVED_ORDER },
      () => rail.payments.take(capture),
      (outcome, body) => {
        expect(['captured', 'pending', 'refused', 'unknown', 'unreachable']).toContain(outcome.kind);
        isStorable(outcome);
        if (outcome.kind !== 'captured') return;
        captured += 1;
        stands(body, ['id'], good.ORDER_ID);
        standsCapture(body, FIRST_CAPTURE, outcome.capture);
        expect(['COMPLETED', 'REFUNDED', 'PARTIALLY_REFUNDED']).toContain(outcome.capture.status_raw);
      },
    );
    expect(captured).toBeGreaterThan(1);
  });

  test('of an order never hides a capture that stands in it', async () => {
    await isHonest(
      { body: good.ORDER },
      () => rail.payments.find(capture),
      (outcome, body) => {
        isStorable(outcome);
        if (outcome.kind !== 'found') return;
        stands(body, ['id'], good.ORDER_ID);
        stands(body, ['status'], outcome.order.status_raw);
        if (outcome.order.capture) standsCapture(body, FIRST_CAPTURE, outcome.order.capture);
        else expect(JSON.stringify(body)).not.toContain(CAPTURES_WITH_ONE);
      },
    );
  });

  test('to a new order is an order only with its id, and leads the buyer to the web', async () => {
    await isHonest(
      { body: good.NEW_ORDER, status: 201 },
      () => rail.payments.open(order),
      (outcome, body) => {
        isStorable(outcome);
        if (outcome.kind !== 'created') return;
        stands(body, ['id'], outcome.provider_order_id);
        if (outcome.approve_url !== null) expect(outcome.approve_url).toMatch(/^https?:\/\//);
      },
    );
  });

  test('to a refund is a refund only of that capture, with id, status and an amount that can be read', async () => {
    await isHonest(
      { body: good.REFUND, status: 201 },
      () => rail.refunds.issue(refund),
      (outcome, body) => {
        isStorable(outcome);
        if (outcome.kind === 'completed' || outcome.kind === 'pending' || outcome.kind === 'failed') {
          expect(outcome.refund.provider_capture_id).toBe(good.CAPTURE_ID);
          standsRefund(body, outcome.refund);
        }
      },
    );
  });

  test('of a refund is a refund only when it is the one asked for', async () => {
    await isHonest(
      { body: good.REFUND },
      () => rail.refunds.read({ provider_refund_id: good.REFUND_ID, seller, currency: 'USD' }),
      (outcome, body) => {
        isStorable(outcome);
        if (outcome.kind === 'found') standsRefund(body, outcome.refund);
      },
    );
  });

  test('of the refunds of an order never hides one that stands in it', async () => {
    const wanted = { provider_order_id: good.ORDER_ID, provider_capture_id: good.CAPTURE_ID };
    await isHonest(
      { body: good.REFUNDED_ORDER },
      () => rail.refunds.list({ ...wanted, seller, currency: 'USD' }),
      (outcome, body) => {
        isStorable(outcome);
        if (outcome.kind !== 'found') return;
        stands(body, ['id'], good.ORDER_ID);
        for (const [at, told] of outcome.refunds.entries()) {
          stands(body, ['purchase_units', 0, 'payments', 'refunds', at, 'id'], told.provider_refund_id);
        }
        if (outcome.refunds.length === 0) expect(JSON.stringify(body)).not.toContain('"refund-row"');
      },
    );
  });

  test('to a referral is a link only when it leads to the web', async () => {
    await isHonest(
      { body: good.REFERRAL, status: 201 },
      () =>
        rail.onboarding!.startReferral({
          request_id: 'request',
          tracking_id: good.TRACKING_ID,
          return_url: 'https://shop.example/back',
          merchant_name: 'Corner Shop',
          email: 'shop@example.com',
          country_code: 'US',
        }),
      (outcome, body) => {
        isStorable(outcome);
        if (outcome.kind !== 'minted') return;
        expect(outcome.action_url).toMatch(/^https?:\/\//);
        expect(JSON.stringify(body)).toContain(outcome.action_url);
      },
    );
  });

  test('about a tracking id finds nobody who does not stand in it', async () => {
    await isHonest(
      { body: good.FOUND_SELLER },
      () => rail.onboarding!.findSeller(good.TRACKING_ID),
      (outcome, body) => {
        isStorable(outcome);
        if (outcome.kind === 'found') stands(body, ['merchant_id'], outcome.provider_account);
      },
    );
  });

  test('about a seller opens no gate and closes none', async () => {
    await isHonest(
      { body: good.SELLER },
      () => rail.onboarding!.readSeller(good.SELLER_ID),
      (outcome, body) => {
        isStorable(outcome);
        if (outcome.kind !== 'found') return;
        const { email_confirmed, payments_receivable, has_checkout_product, granted } = outcome.seller;
        stands(body, ['merchant_id'], good.SELLER_ID);
        stands(body, ['primary_email_confirmed'], email_confirmed);
        stands(body, ['payments_receivable'], payments_receivable);
        const { products, oauth_integrations } = body as Record<string, unknown>;
        for (const list of [products, oauth_integrations]) expect(Array.isArray(list ?? [])).toBe(true);
        if (has_checkout_product) expect(JSON.stringify(products)).toContain('"PPCP_CUSTOM"');
        if (granted?.missing_scopes.length === 0) {
          expect(JSON.stringify(oauth_integrations)).toContain('/payments/partnerfee"');
        }
      },
    );
  });

  test('with a token for the browser is a token only when it is a text', async () => {
    await isHonest(
      { body: good.CLIENT_TOKEN },
      () => rail.page!.credential({ seller, payment: null }),
      (outcome, body) => {
        isStorable(outcome);
        if (outcome.kind === 'minted') stands(body, ['client_token'], outcome.token);
      },
    );
  });

  test.each([400, 401, 403, 404, 409, 422, 500])('with status %s is never a success', async (status) => {
    await isHonest(
      { body: good.REFUSAL, status, then: good.APPROVED_ORDER },
      () => rail.payments.take(capture),
      (outcome) => {
        isStorable(outcome);
        expect(['refused', 'lapsed', 'unknown', 'unreachable']).toContain(outcome.kind);
      },
    );
  });

  test.each(good.NOTICES)('as the notice $event_type says nothing that does not stand in it', (notice) => {
    const identify = { provider_notice_id: notice.id, notice_type: notice.event_type };
    expect(rail.notices.identify(notice)).toEqual(identify);
    expect(rail.notices.read(notice)).not.toBeNull();
    fc.assert(
      fc.property(changes, (made) => {
        const body = broken(notice, made);
        const known = rail.notices.identify(body);
        const told = rail.notices.read(body);
        isStorable([known, told]);
        if (known) stands(body, ['id'], known.provider_notice_id);
        const ids = Object.entries(told ?? {}).filter(([name]) =>
          /^(provider|wallet|tracking|reversal)_/.test(name),
        );
        for (const [, id] of ids)
          if (id !== null) expect(JSON.stringify(body)).toContain(JSON.stringify(id).slice(1, -1));
        if (told?.about === 'capture_refunded')
          standsRefund((body as Record<string, Json>)['resource'], told.refund);
      }),
      { numRuns: RUNS },
    );
  });
});

const CAPTURES_WITH_ONE = `"captures":[{"id":"${good.CAPTURE_ID}"`;

function standsRefund(body: Json | undefined, told: ProviderRefund): void {
  stands(body, ['id'], told.provider_refund_id);
  // Told in short it has no amount: then it is the one that was asked for.
  const isShort = (body as Record<string, Json>)['amount'] === undefined;
  if (!isShort) standsAmount(body, ['amount'], told);
  else expect([told.amount, told.currency]).toEqual([refund.amount, refund.currency]);
  const { status } = body as Record<string, Json>;
  expect(status === 'COMPLETED').toBe(told.status === 'completed');
}
