import { createHmac, randomUUID, verify as verifySignature, createPublicKey } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { minor } from '../../lib/money.ts';
import { captureOrder, newOrder, wantedOrder } from '../orders.fixture.ts';
import type { ReceivedNotice, Seller } from '../rail.ts';
import { approved, opened, take, taken } from '../conformance/steps.fixture.ts';
import { type GravyWorld, startGravy } from './driver.fixture.ts';

// What is Gr4vy's own, held against a gateway that speaks its wire protocol over HTTP.

let world: GravyWorld;
beforeAll(async () => {
  world = await startGravy();
});
afterEach(() => world.mend());
afterAll(() => world?.close());

const open = (order: Parameters<typeof world.rail.payments.open>[0]) => world.rail.payments.open(order);
const decoded = (part: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>;

describe('a token for the browser', () => {
  test('is signed by the account’s own key, not in DER, and pins all of the payment', async () => {
    const order = newOrder(world.seller, { currency: 'EUR' });
    const [header, claims, signature] = (await world.tokenFor(order)).split('.') as [string, string, string];
    expect(decoded(header)).toMatchObject({
      alg: 'ES512',
      typ: 'JWT',
      kid: expect.stringMatching(/^.{43}$/),
    });
    const { nbf, exp, ...said } = decoded(claims) as { nbf: number; exp: number };
    expect(said).toMatchObject({
      scopes: ['embed'],
      jti: expect.any(String),
      embed: {
        amount: 2700,
        currency: 'EUR',
        merchant_account_id: world.seller.shown['merchant_account_id'],
        metadata: { transaction_id: order.transaction_id },
      },
    });
    // An hour, and what the clocks may differ by.
    expect(exp - nbf).toBe(3_600 + 5);
    expect(Buffer.from(signature, 'base64url')).toHaveLength(132);
    const key = createPublicKey(world.seller.secrets['private_key']!);
    const signed = Buffer.from(`${header}.${claims}`);
    const given = Buffer.from(signature, 'base64url');
    expect(verifySignature('sha512', signed, { key, dsaEncoding: 'ieee-p1363' }, given)).toBe(true);
  });

  test('pays for another account nowhere', async () => {
    const other = await world.newSeller();
    const shown = { ...other.shown, merchant_account_id: world.seller.shown['merchant_account_id']! };
    const foreign = await world.tokenFor(newOrder({ ...other, shown }));
    await expect(world.pay(foreign)).rejects.toThrow('Invalid credentials');
  });
});

describe('what a browser reports', () => {
  test.each([
    ['another amount', { amount: minor(2600) }],
    ['another currency', { currency: 'EUR' }],
  ])('of %s is not taken for the order', async (_what, other) => {
    const order = await world.anOrder();
    expect(await open({ ...order, ...other })).toMatchObject({
      kind: 'refused',
      by: 'request',
      refusal: { issue: 'not_pinned' },
    });
  });

  test('names the payment that its token was made for, whatever it is reported for', async () => {
    const order = await world.anOrder();
    const elsewhere = newOrder(world.seller, { in_hand: order.in_hand });
    expect(await open(elsewhere)).toMatchObject({ kind: 'created', transaction_id: order.transaction_id });
  });

  test('of another account is nothing', async () => {
    const order = await world.anOrder();
    expect(await open({ ...order, seller: await world.newSeller() })).toMatchObject({ kind: 'refused' });
  });

  test.each(['4111111111111111', '../refunds', '', 'x'.repeat(500)])(
    'that is no id (%s) is sent nowhere',
    async (in_hand) => {
      const outcome = await open(newOrder(world.seller, { in_hand }));
      expect(outcome).toMatchObject({
        kind: 'refused',
        by: 'request',
        refusal: { issue: 'not_a_transaction' },
      });
      if (in_hand !== '') expect(JSON.stringify(outcome)).not.toContain(in_hand);
    },
  );

  test('as declined is the buyer’s to mend', async () => {
    const order = newOrder(world.seller);
    const in_hand = await world.pay(await world.tokenFor(order), 'declined');
    expect(await open({ ...order, in_hand })).toMatchObject({
      kind: 'refused',
      by: 'buyer',
      refusal: { issue: 'insufficient_funds' },
    });
  });
});

describe('a capture', () => {
  test('that is held back is pending, for the amount that was asked for', async () => {
    const order = await approved(world, 'is held back');
    const outcome = await take(world, order);
    expect(outcome).toMatchObject({ kind: 'pending', capture: { amount: 2700, status: 'pending' } });
  });

  test('that was declined can be made again', async () => {
    const order = await approved(world, 'declines');
    expect(await take(world, order)).toMatchObject({ refusal: { issue: 'refused_capture' } });
    expect(await take(world, order)).toMatchObject({ kind: 'refused', by: 'buyer' });
  });

  test('of what was captured before is that capture, whichever key asks', async () => {
    const of = await taken(world);
    const { provider_capture_id } = of;
    expect(await take(world, of)).toMatchObject({ kind: 'captured', capture: { provider_capture_id } });
    expect(await world.takenFor(of.provider_order_id)).toBe(1);
  });

  test('of what was let go has lapsed', async () => {
    const order = await opened(world);
    const { provider_order_id } = order;
    const wanted = wantedOrder(world.seller, provider_order_id);
    expect(await world.rail.payments.release!(wanted)).toEqual({ kind: 'released' });
    expect(await world.rail.payments.release!(wanted)).toEqual({ kind: 'released' });
    expect(await take(world, order)).toMatchObject({ kind: 'lapsed' });
  });

  test('is let go of by no later word', async () => {
    const { provider_order_id } = await taken(world);
    const wanted = wantedOrder(world.seller, provider_order_id);
    expect(await world.rail.payments.release!(wanted)).toMatchObject({ kind: 'refused' });
  });

  test('tells who carried it out', async () => {
    const order = await approved(world);
    const outcome = await take(world, order);
    expect(outcome).toMatchObject({
      order: {
        payment_method_raw: 'card',
        payment_method_scheme: 'visa',
        processor: 'Mock card processor',
        processor_definition_id: 'mock-card',
        transaction_id: order.order.transaction_id,
      },
    });
  });
});

describe('the books', () => {
  test('tell a settlement with what was kept of it, when there is one', async () => {
    const { provider_order_id, provider_capture_id } = await taken(world);
    const of = { provider_order_id, provider_capture_id, seller: world.seller, currency: 'USD' };
    const books = world.rail.books!;
    expect(await books.settlement!(of)).toMatchObject({ settlement: { settled: false, amount: null } });
    await world.control('POST', 'rails/settle', { rail: 'gravy' });
    expect(await books.settlement!(of)).toEqual({
      kind: 'found',
      settlement: { settled: true, amount: 2631, currency: 'USD', provider_fee: 69 },
    });
    expect(await books.detail(of)).toMatchObject({
      detail: {
        authorized: 2700,
        captured: 2700,
        payment_service_display_name: 'Mock card processor',
        provider_status: 'capture_succeeded',
        reconciliation_id: expect.any(String),
        payload: { settled: true, payment_method: { scheme: 'visa' } },
      },
    });
  });
});

describe('a notice', () => {
  const heard = async () => (await world.told(() => taken(world))).at(-1)!;
  const verify = (notice: ReceivedNotice, sellers: readonly Seller[] = [world.seller]) =>
    world.rail.notices.verify(notice, sellers);
  const signedAt = (
    notice: ReceivedNotice,
    seconds: number,
    secret = world.seller.secrets['webhook_secret']!,
  ) => ({
    ...notice,
    headers: {
      'x-gr4vy-webhook-timestamp': String(seconds),
      'x-gr4vy-webhook-signatures': createHmac('sha256', secret)
        .update(`${seconds}.`)
        .update(notice.raw_body)
        .digest('hex'),
    },
  });
  const nowSeconds = () => Math.floor(Date.now() / 1000);

  test.each([
    [-301, 'forged'],
    [-290, 'genuine'],
    [290, 'genuine'],
    [301, 'forged'],
  ])('whose time is %d seconds from ours is %s', async (by, kind) => {
    expect(await verify(signedAt(await heard(), nowSeconds() + by))).toMatchObject({ kind });
  });

  test('is genuine by any of the secrets that it is signed with', async () => {
    const notice = await heard();
    const listed = notice.headers['x-gr4vy-webhook-signatures']!.split(',');
    expect(listed).toHaveLength(2);
    expect(await verify(notice)).toMatchObject({ kind: 'genuine' });
    const another = { ...notice.headers, 'x-gr4vy-webhook-signatures': listed[0] };
    expect(await verify({ ...notice, headers: another })).toMatchObject({ kind: 'forged' });
  });

  test('is of the account whose secret signed it, and of no other that bears the name', async () => {
    const notice = await heard();
    const namesake = { ...world.seller, account_id: 'namesake', secrets: { webhook_secret: 'another' } };
    const account_id = world.seller.account_id;
    expect(await verify(notice, [namesake, world.seller])).toEqual({ kind: 'genuine', account_id });
    expect(await verify(notice, [namesake])).toMatchObject({ kind: 'forged' });
    expect(await verify(notice, [{ ...namesake, secrets: {} }])).toMatchObject({ kind: 'forged' });
  });

  test('by the headers that one of its libraries speaks of by mistake is forged', async () => {
    const { headers, ...rest } = signedAt(await heard(), nowSeconds());
    const mistaken = {
      'x-gr4vy-timestamp': headers['x-gr4vy-webhook-timestamp'],
      'x-gr4vy-signature': headers['x-gr4vy-webhook-signatures'],
    };
    expect(await verify({ ...rest, headers: mistaken })).toMatchObject({ kind: 'forged' });
  });

  test('of a settlement is of interest where its payment was begun by us, or where it does not say', () => {
    const settled = (told: object) =>
      world.rail.notices.read({
        ...{ type: 'event', name: 'transaction.settled', id: randomUUID() },
        target: { type: 'transaction', id: randomUUID(), ...told },
      })?.about;
    expect([
      settled({ metadata: { transaction_id: randomUUID() } }),
      settled({}),
      settled({ metadata: null }),
      settled({ metadata: { transaction_id: 'order 7 of their own shop' } }),
    ]).toEqual(['capture_settled', 'capture_settled', undefined, undefined]);
  });

  test('that cannot be read claims to be nobody’s', () => {
    const claimed = (text: string) =>
      world.rail.notices.claim({ source_address: '', headers: {}, raw_body: Buffer.from(text) }).account_hint;
    expect(['', '{', '[]', '{"gr4vy_id":"a\\u0000b","merchant_account_id":"x"}'].map(claimed)).toEqual([
      '',
      '',
      '',
      '',
    ]);
  });
});

test('keys that were exchanged serve what was paid before, and the old ones nothing', async () => {
  const of = await taken(world);
  const rotated = await world.rotated();
  const find = (seller: Seller) => world.rail.payments.find({ ...wantedOrder(seller, of.provider_order_id) });
  expect(await find(rotated)).toMatchObject({ kind: 'found' });
  expect(await find(world.seller)).toMatchObject({ kind: 'unreachable', credentials_refused: true });
  const refused = await world.rail.payments.take(captureOrder(world.seller, of.provider_order_id));
  expect(refused).toMatchObject({ kind: 'unreachable', credentials_refused: true });
});
