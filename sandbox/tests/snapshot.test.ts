import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  ALL_FEATURES,
  assertion,
  beginAnew,
  capturedOrder,
  orderBody,
  SELLER,
  startBench,
  type Answered,
  type Bench,
  type Json,
} from './bench.ts';
import { gravyCall, openAccount as openGravy, paidBy } from './gravy.ts';
import { openAccount as openNmi, sold } from './nmi.ts';

interface Kept {
  kind: string;
  id: string;
  body: Record<string, Json>;
}

// The receivers' deliveries come over a listener of their own.
const KINDS =
  'account referral integration order capture refund setup_token payment_token replay invoice dispute ' +
  'payable_invoice webhook domain event delivery timer fault setting gateway_account gateway_handle ' +
  'gravy_transaction gravy_capture gravy_refund gravy_settlement gravy_refund_settlement gravy_chargeback ' +
  'gravy_method gravy_answer nmi_transaction nmi_token nmi_customer receiver message';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());
beforeEach(() => beginAnew(bench, GRANTED));

const GRANTED = [...ALL_FEATURES, 'INVOICE_READ_WRITE'];
const asSeller = (requestId: string) => ({ ...assertion(), 'PayPal-Request-Id': requestId });
const usd = (value: string) => ({ currency_code: 'USD', value });

async function done(answer: Promise<Answered>): Promise<Record<string, Json>> {
  const { status, text, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${text}`);
  return body;
}

/** Something of all that the sandbox keeps, some of it under way. */
async function fill(): Promise<void> {
  await done(bench.control('POST', '/notices', { mode: 'hold' }));
  await fillSellers();
  await fillWallet();
  await fillVault();
  await fillInvoices();
  await fillGateways();
  await bench.control('POST', '/faults', { operation: 'orders.read', mode: 'error', times: 9 });
  await done(bench.control('PUT', '/receivers/shop', { secret: 'whsec' }));
  const authorization = `Basic ${Buffer.from('AC1:secret').toString('base64')}`;
  const form = {
    To: '+14155550123',
    From: '+15005550006',
    Body: 'Pay',
    StatusCallback: 'http://127.0.0.1:1/',
  };
  await done(
    bench.call('POST', '/2010-04-01/Accounts/AC1/Messages.json', new URLSearchParams(form).toString(), {
      authorization,
      'content-type': 'application/x-www-form-urlencoded',
    }),
  );
}

async function fillSellers(): Promise<void> {
  const third_party_details = { features: ALL_FEATURES };
  const rest_api_integration = { integration_type: 'THIRD_PARTY', third_party_details };
  const preference = { api_integration_preference: { rest_api_integration } };
  const referral = (tracking_id?: string) => ({
    ...(tracking_id === undefined ? {} : { tracking_id }),
    operations: [{ operation: 'API_INTEGRATION', ...preference }],
    legal_consents: [{ type: 'SHARE_DATA_CONSENT', granted: true }],
  });
  await done(bench.api('POST', '/v2/customer/partner-referrals', referral()));
  const { links } = await done(bench.api('POST', '/v2/customer/partner-referrals', referral('m_01')));
  const id = new URL(links[1].href).searchParams.get('token') ?? '';
  await done(bench.control('POST', `/referrals/${id}/finish`, { account_id: SELLER }));
  await bench.control('PATCH', `/accounts/${SELLER}`, { granted: GRANTED });
  const webhook = { url: 'http://127.0.0.1:1/hook', event_types: [{ name: '*' }] };
  await done(bench.api('POST', '/v1/notifications/webhooks', webhook));
}

async function fillWallet(): Promise<void> {
  // What the platform sends beyond what the provider reads is kept as it came.
  const odd = {
    amount: { ...usd('27.00'), breakdown: { item_total: usd('27.00'), tip: 'none', duty: 5 } },
    payee: { merchant_id: SELLER, email_address: 7 },
    description: null,
    items: null,
    payment_instruction: { disbursement_mode: null, platform_fees: [{ amount: usd('0.81'), payee: 'us' }] },
  };
  const order = orderBody('27.00', null, odd);
  await done(bench.api('POST', '/v2/checkout/orders', order, { 'PayPal-Request-Id': 'order-1' }));
  const { capture } = await capturedOrder(bench);
  const refund = { amount: usd('1.00') };
  await done(
    bench.api('POST', `/v2/payments/captures/${capture['id']}/refund`, refund, asSeller('refund-1')),
  );
  await capturedOrder(bench, { funding_source: 'pending' });
  const invoiced = await capturedOrder(bench, {}, orderBody('9.00', null, { invoice_id: 'ours-1' }));
  const dispute = await done(
    bench.control('POST', `/captures/${invoiced.capture['id']}/dispute`, { reason: 'OTHER' }),
  );
  await done(
    bench.control('POST', `/disputes/${dispute['dispute_id']}/message`, { message: 'Where is it?' }),
  );
  await done(
    bench.control('POST', `/disputes/${dispute['dispute_id']}/resolve`, { outcome: 'RESOLVED_BUYER_FAVOUR' }),
  );
  const domain = { provider_type: 'APPLE_PAY', domain: { name: 'shop.test' } };
  await done(bench.api('POST', '/v1/customer/wallet-domains', domain, assertion()));
}

async function fillVault(): Promise<void> {
  const experience_context = { return_url: 'https://shop.test/back', cancel_url: 'https://shop.test/away' };
  const setUp = (id: string) =>
    bench.api(
      'POST',
      '/v3/vault/setup-tokens',
      { payment_source: { paypal: { usage_type: 'MERCHANT', experience_context } } },
      asSeller(id),
    );
  await done(setUp('setup-1'));
  const { id } = await done(setUp('setup-2'));
  await done(bench.control('POST', `/orders/${id}/approve`, {}));
  const body = { payment_source: { token: { id, type: 'SETUP_TOKEN' } } };
  await done(bench.api('POST', '/v3/vault/payment-tokens', body, asSeller('save-1')));
}

async function fillInvoices(): Promise<void> {
  const items = [{ name: 'Repair', quantity: '1', unit_amount: usd('5.00') }];
  const make = () =>
    done(
      bench.api(
        'POST',
        '/v2/invoicing/invoices',
        { detail: { currency_code: 'USD' }, items },
        { ...assertion(), Prefer: 'return=representation' },
      ),
    );
  await make();
  const { id } = await make();
  await done(bench.api('POST', `/v2/invoicing/invoices/${id}/send`, {}, assertion()));
  await done(bench.control('POST', `/invoices/${id}/pay`, {}));
}

async function fillGateways(): Promise<void> {
  const gravy = await openGravy(bench, { refund_before_settlement: true });
  const id = await paidBy(bench, gravy, { embed: { metadata: { order: 7 } } });
  const card = { method: 'card', number: '4111111111111111', expiration_date: '12/40', security_code: '123' };
  const stored = { amount: 100, currency: 'USD', country: 'US', payment_method: card, store: true };
  await done(gravyCall(bench, gravy, ['POST', '/transactions', stored]));
  const key = { 'idempotency-key': 'key-1' };
  await done(gravyCall(bench, gravy, ['POST', `/transactions/${id}/capture`, {}, key]));
  await done(gravyCall(bench, gravy, ['POST', `/transactions/${id}/refunds`, { amount: 100 }]));
  await done(bench.control('POST', '/rails/settle', { rail: 'gravy' }));
  await done(bench.control('POST', `/rails/transactions/${id}/chargeback`, {}));
  const nmi = await openNmi(bench);
  await sold(bench, nmi, { customer_vault: 'add_customer', customer_vault_id: 'kept-1' });
  await done(bench.control('POST', '/nmi/tokens', { outcome: 'approved' }));
}

const snapshot = async (): Promise<{ format: string; records: Kept[] }> =>
  (await bench.control('GET', '/snapshot')).body as { format: string; records: Kept[] };

test('all that there is comes back as it was', async () => {
  await fill();
  const before = await snapshot();
  const kinds = new Set(before.records.map(({ kind }) => kind));
  expect([...kinds].toSorted()).toEqual(KINDS.split(' ').toSorted());
  await bench.control('POST', '/reset', {});
  const put = await bench.control('PUT', '/snapshot', before);
  expect([put.status, put.body]).toEqual([200, { records: before.records.length }]);
  expect(await snapshot()).toEqual(before);
  expect((await bench.call('GET', '/')).status).toBe(200);
});

describe('a snapshot is refused whole', () => {
  const account = { kind: 'account', id: '1', body: {} };
  const amount = { currency_code: 'USD', value: 'much' };
  const exploding = { fault_id: 'f', operation: 'orders.read', mode: 'explode' };

  test.each<[string, (records: Kept[]) => Kept[], string]>([
    ['an account without anything', (kept) => [...kept, account], 'account 1 is not whole: /account_id'],
    ['another kind', (kept) => [...kept, { ...account, kind: 'key' }], 'kind key is not known'],
    [
      'a body that is not what its members say',
      (kept) => kept.map((one) => withMember(one, 'capture', { amount })),
      'capture CAPTURE is not whole: /amount',
    ],
    [
      'a unit that has no amount',
      (kept) => kept.map((one) => withMember(one, 'order', { purchase_units: [{ reference_id: 'a' }] })),
      'order ORDER is not whole: /purchase_units/0/amount',
    ],
    [
      'a fault of a mode that there is not',
      (kept) => [...kept, { kind: 'fault', id: 'f', body: exploding }],
      'fault f is not whole: /mode',
    ],
    ['a record twice', (kept) => [...kept, kept[0]!], 'account SELLER is there twice'],
  ])('for %s', async (_what, spoil, told) => {
    const { order_id, capture } = await capturedOrder(bench);
    await bench.sandbox.drain();
    const before = await snapshot();
    const put = await bench.control('PUT', '/snapshot', { ...before, records: spoil(before.records) });
    const detail = told
      .replace('CAPTURE', String(capture['id']))
      .replace('ORDER', order_id)
      .replace('SELLER', before.records[0]!.id);
    expect([put.status, put.body]).toEqual([422, { detail: `records: ${detail}` }]);
    expect(await snapshot()).toEqual(before);
    expect((await bench.call('GET', '/')).status).toBe(200);
  });
});

function withMember(one: Kept, kind: string, member: object): Kept {
  return one.kind === kind ? { ...one, body: { ...one.body, ...member } } : one;
}
