import { describe, expect, test } from 'vitest';
import type { Ctx } from '../../context.ts';
import { createPpcpRail } from '../../rails/ppcp/index.ts';
import { optionsFor } from '../../rails/ppcp/provider.fixture.ts';
import { railRegistry } from '../../rails/registry.ts';
import type { PublicSessionRow } from './read-public.ts';
import { publicView } from './view.ts';

const NOW = new Date('2026-01-02T03:04:05Z');
const ctx = {
  clock: { now: () => NOW },
  config: {
    environment: 'test',
    base_url: 'https://pay.example',
  },
  rails: railRegistry([
    createPpcpRail({
      ...optionsFor('http://127.0.0.1:9'),
      ...{ client_id: 'client', client_secret: 'secret', partner_attribution_id: 'attribution' },
    }),
  ]),
} as unknown as Ctx;

const SESSION: PublicSessionRow = {
  id: 'cs_1',
  merchant_id: 'm1',
  merchant_name: 'Corner Shop',
  country_code: 'US',
  payment_provider: 'ppcp',
  rail_account_id: null,
  shown: null,
  brand_color: null,
  logo_url: null,
  pay_later: null,
  collect_buyer_email: false,
  preselect_wallet: false,
  allowed_funding: null,
  knows_email: false,
  amount_cents: 1_000,
  currency: 'USD',
  status: 'open',
  expires_at: new Date(NOW.getTime() + 1),
  external_order_id: null,
  description: null,
  success_url: null,
  cancel_url: null,
  allowed_origins: null,
  items: null,
  requires_shipping: null,
  shipping_amount_cents: null,
  wallet_merchant_id: '7KQ2WHRB5NCXE',
  wallet_country: 'US',
  checkout_enabled: true,
  acdc_status: 'in_review',
  apple_pay_status: 'unavailable',
  google_pay_status: 'denied',
  payment_order_id: null,
  payment_status: null,
  payment_captured_at: null,
  payment_capture_id: null,
  id_token: null,
  id_token_expires_at: null,
};

const viewOf = (over: Partial<PublicSessionRow> = {}) => publicView(ctx, { ...SESSION, ...over });
const PAY_LATER = {
  logo_type: 'inline',
  logo_position: 'left',
  text_color: 'black',
  text_align: 'left',
  text_size: 12,
};

describe('what the buyer is offered', () => {
  test.each<[string, Partial<PublicSessionRow>, string[]]>([
    ['a merchant in the United States', {}, ['paypal', 'venmo', 'paylater']],
    ['an account abroad', { wallet_country: 'DE', currency: 'EUR' }, ['paypal']],
    ['an account abroad of a merchant here', { wallet_country: 'DE' }, ['paypal']],
    ['an account whose country is not told', { wallet_country: null }, ['paypal', 'venmo', 'paylater']],
    ['neither here', { wallet_country: null, country_code: 'GB' }, ['paypal']],
    ['another currency', { currency: 'EUR' }, ['paypal']],
    ['Pay Later turned off', { pay_later: { enabled: false, ...PAY_LATER } }, ['paypal', 'venmo']],
    ['Pay Later turned on', { pay_later: { enabled: true, ...PAY_LATER } }, ['paypal', 'venmo', 'paylater']],
    ['active cards abroad', { wallet_country: 'DE', acdc_status: 'active' }, ['paypal', 'card']],
    [
      'everything',
      { acdc_status: 'active', apple_pay_status: 'active', google_pay_status: 'active' },
      ['paypal', 'venmo', 'paylater', 'card', 'applepay', 'googlepay'],
    ],
    ['no account', { wallet_merchant_id: null, acdc_status: 'active' }, []],
  ])('%s', (_case, over, funding) => {
    expect(viewOf(over).supported_funding).toEqual(funding);
  });

  test.each(['unavailable', 'in_review', 'need_more_data', 'denied', null])(
    'cards that are %s are not',
    (status) => {
      const view = viewOf({ acdc_status: status, apple_pay_status: status, google_pay_status: status });
      expect(view.supported_funding).toEqual(['paypal', 'venmo', 'paylater']);
      expect([view.wallet_acdc_status, view.wallet_apple_pay_status, view.wallet_google_pay_status]).toEqual([
        status,
        status,
        status,
      ]);
    },
  );
});

test('the ids for the provider’s script are the deployment’s and the seller’s, and no secret', () => {
  const view = viewOf();
  expect(view).toMatchObject({
    wallet_client_id: 'client',
    wallet_merchant_id: '7KQ2WHRB5NCXE',
    wallet_partner_attribution_id: 'attribution',
    preselect_wallet: false,
  });
  expect(JSON.stringify(view)).not.toContain('secret');
});

test('a merchant may have fewer ways offered than its rail has, but not without the rail’s own', () => {
  const ready = { acdc_status: 'active', google_pay_status: 'active' };
  expect(viewOf(ready).supported_funding).toEqual(['paypal', 'venmo', 'paylater', 'card', 'googlepay']);
  const fewer = { ...ready, allowed_funding: ['googlepay', 'applepay', 'venmo'] };
  expect(viewOf(fewer).supported_funding).toEqual(['paypal', 'venmo', 'googlepay']);
  const others = { ...ready, payment_provider: 'nmi', allowed_funding: ['venmo'] };
  expect(viewOf(others).supported_funding).toEqual(['card']);
});

test('the wallet is put first where the merchant wants it so and the rail has one', () => {
  expect(viewOf({ preselect_wallet: true }).preselect_wallet).toBe(true);
  expect(viewOf({ preselect_wallet: true, payment_provider: 'nmi' }).preselect_wallet).toBe(false);
});

test('an email is asked for where the merchant wants one and the shop has named none', () => {
  const wanted = { collect_buyer_email: true };
  expect(viewOf(wanted).collect_buyer_email).toBe(true);
  expect(viewOf({ ...wanted, knows_email: true }).collect_buyer_email).toBe(false);
  expect(viewOf({ ...wanted, amount_cents: 0 }).collect_buyer_email).toBe(false);
});

test('a merchant on another rail shows nothing of a wallet account it had before', () => {
  expect(
    viewOf({ payment_provider: 'nmi', acdc_status: 'active', pay_later: { enabled: true } }),
  ).toMatchObject({
    wallet_client_id: null,
    wallet_merchant_id: null,
    wallet_partner_attribution_id: null,
    wallet_acdc_status: null,
    wallet_apple_pay_status: null,
    wallet_google_pay_status: null,
    pay_later_messaging: null,
    supported_funding: ['card'],
  });
});
