import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  ALL_FEATURES,
  type Answered,
  assertion,
  beginAnew,
  type Bench,
  SELLER,
  startBench,
} from '../../../tests/bench.ts';

const PATH = '/v2/invoicing/invoices';
const GRANTED = [...ALL_FEATURES, 'INVOICE_READ_WRITE'];

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());
beforeEach(() => beginAnew(bench, GRANTED));

const draft = (extra: object = {}): object => ({
  detail: { currency_code: 'USD', note: 'Thank you', reference: 'r-1' },
  primary_recipients: [
    {
      billing_info: {
        name: { given_name: 'Jo', surname: 'Buyer' },
        phones: [{ country_code: '1', national_number: '4155550123', phone_type: 'MOBILE' }],
      },
    },
  ],
  items: [{ name: 'Repair', quantity: '1.5', unit_amount: { currency_code: 'USD', value: '10.01' } }],
  ...extra,
});
const api = (method: string, path = '', body?: unknown, headers = {}): Promise<Answered> =>
  bench.api(method, PATH + path, body, { ...assertion(), ...headers });
const sent = async (): Promise<string> => {
  const { body } = await api('POST', '', draft());
  await api('POST', `/${body['id']}/send`, { send_to_recipient: false });
  return body['id'];
};
const pay = (id: string, choice: object = {}): Promise<Answered> =>
  bench.control('POST', `/invoices/${id}/pay`, choice);
const issue = (answer: Answered): unknown[] => [answer.status, answer.body['details']?.[0].issue];
const told = async (): Promise<string[]> => {
  await bench.sandbox.drain();
  return bench.heard.map(({ event }) => event['event_type']);
};

describe('an invoice', () => {
  test('is a draft, then payable by its link, then paid, and the money is the seller’s', async () => {
    const made = await api('POST', '', draft());
    expect([made.status, made.body['status']]).toEqual([201, 'DRAFT']);
    expect(made.body).toMatchObject({
      id: expect.stringMatching(/^INV2-/),
      detail: { invoice_number: '0001', note: 'Thank you' },
      amount: { currency_code: 'USD', value: '15.02' },
      due_amount: { value: '15.02' },
    });
    const id = made.body['id'];
    expect((await pay(id)).status).toBe(409);
    const link = await api('POST', `/${id}/send`, { send_to_recipient: false });
    expect(link.body).toMatchObject({ rel: 'payer-view', href: expect.stringContaining(id) });
    const shown = await api('GET', `/${id}`);
    expect(shown.body).toMatchObject({
      status: 'UNPAID',
      detail: { metadata: { recipient_view_url: link.body['href'] } },
    });
    expect((await pay(id)).body).toMatchObject({ status: 'PAID', outcome: 'completed' });
    const paid = (await api('GET', `/${id}`)).body;
    expect(paid).toMatchObject({ status: 'PAID', due_amount: { value: '0.00' } });
    const payment = paid['payments'].transactions[0];
    const capture = await bench.api(
      'GET',
      `/v2/payments/captures/${payment.payment_id}`,
      undefined,
      assertion(),
    );
    expect(capture.body).toMatchObject({
      status: 'COMPLETED',
      amount: { value: '15.02' },
      invoice_id: '0001',
    });
    expect(await told()).toEqual([
      'INVOICING.INVOICE.CREATED',
      'INVOICING.INVOICE.UPDATED',
      'INVOICING.INVOICE.PAID',
    ]);
    expect(bench.heard.at(-1)?.event['resource'].invoice).toMatchObject({ id, status: 'PAID' });
    expect(issue(await api('POST', `/${id}/cancel`, {}))).toEqual([422, 'CANNOT_CANCEL_PAID_INVOICE']);
    expect((await pay(id)).status).toBe(409);
  });

  test('that was canceled is paid by nobody', async () => {
    const { body } = await api('POST', '', draft());
    expect(issue(await api('POST', `/${body['id']}/cancel`, {}))).toEqual([
      422,
      'CANNOT_CANCEL_DRAFT_INVOICE',
    ]);
    const id = await sent();
    expect((await api('POST', `/${id}/remind`, {})).status).toBe(204);
    expect((await api('POST', `/${id}/cancel`, { send_to_recipient: false })).status).toBe(204);
    expect((await pay(id)).status).toBe(409);
    expect(issue(await api('POST', `/${id}/cancel`, {}))).toEqual([422, 'INVOICE_CANCELED_ALREADY']);
    expect(issue(await api('POST', `/${id}/send`, {}))).toEqual([422, 'INVOICE_CANCELED_ALREADY']);
    expect(await told()).toContain('INVOICING.INVOICE.CANCELLED');
  });

  test('is deleted as a draft alone', async () => {
    const { body } = await api('POST', '', draft());
    expect((await api('DELETE', `/${body['id']}`)).status).toBe(204);
    expect((await api('GET', `/${body['id']}`)).status).toBe(404);
    const id = await sent();
    expect(issue(await api('DELETE', `/${id}`))).toEqual([422, 'INVALID_INVOICE_TYPE']);
    await api('POST', `/${id}/cancel`, {});
    expect(issue(await api('DELETE', `/${id}`))).toEqual([422, 'INVALID_INVOICE_TYPE']);
    expect((await api('GET', `/${id}`)).body['status']).toBe('CANCELLED');
  });

  test('stays payable after a decline, and a slow payment arrives in time', async () => {
    const id = await sent();
    expect((await pay(id, { outcome: 'declined' })).body).toMatchObject({
      status: 'UNPAID',
      payment_id: null,
    });
    expect((await pay(id, { outcome: 'pending' })).body['status']).toBe('PAYMENT_PENDING');
    bench.advance(300);
    await bench.sandbox.drain();
    expect((await api('GET', `/${id}`)).body['status']).toBe('PAID');
  });

  test('is made once for a request id, and judged', async () => {
    const key = { 'PayPal-Request-Id': 'i-1' };
    const first = await api('POST', '', draft(), key);
    const again = await api('POST', '', draft(), key);
    expect([again.status, again.body['id']]).toEqual([200, first.body['id']]);
    expect((await api('GET', '?total_required=true')).body['total_items']).toBe(1);
    expect(issue(await api('POST', '', { items: [] }))).toEqual([400, 'MISSING_REQUIRED_PARAMETER']);
    const taxed = [{ name: 'x', quantity: '1', unit_amount: { currency_code: 'USD', value: '1' }, tax: {} }];
    expect(issue(await api('POST', '', draft({ items: taxed })))).toEqual([400, 'NOT_SUPPORTED']);
    const free = [{ name: 'x', quantity: '1', unit_amount: { currency_code: 'USD', value: '0' } }];
    expect(issue(await api('POST', '', draft({ items: free })))).toEqual([422, 'CANNOT_BE_ZERO_OR_NEGATIVE']);
  });

  test('is found by its reference, by its seller alone', async () => {
    const search = (criteria: object, account?: string) =>
      bench.api('POST', '/v2/invoicing/search-invoices?total_required=true', criteria, assertion(account));
    const { body: made } = await api(
      'POST',
      '',
      draft({ detail: { currency_code: 'USD', reference: 'r-2' } }),
    );
    await api('POST', '', draft());
    const found = await search({ reference: 'r-2' });
    expect([found.status, found.body['total_items'], found.body['items']]).toEqual([200, 1, [made]]);
    expect((await search({})).body['total_items']).toBe(2);
    expect((await search({ reference: 'r-3' })).body['items']).toEqual([]);
    expect(issue(await search({ memo: 'r-2' }))).toEqual([400, 'NOT_SUPPORTED']);
    const { body } = await bench.control('POST', '/accounts', { granted: GRANTED });
    expect((await search({ reference: 'r-2' }, body['account_id'])).body['items']).toEqual([]);
  });

  test('belongs to the seller who granted it', async () => {
    const id = await sent();
    const { body } = await bench.control('POST', '/accounts', { granted: GRANTED });
    expect((await api('GET', `/${id}`, undefined, assertion(body['account_id']))).status).toBe(404);
    await bench.control('PATCH', `/accounts/${SELLER}`, { granted: ALL_FEATURES });
    expect(issue(await api('GET', `/${id}`))).toEqual([403, 'PERMISSION_DENIED']);
  });

  test('meets the faults of its operations', async () => {
    const id = await sent();
    for (const [operation, method, path] of [
      ['invoices.create', 'POST', ''],
      ['invoices.send', 'POST', `/${id}/send`],
      ['invoices.read', 'GET', `/${id}`],
      ['invoices.cancel', 'POST', `/${id}/cancel`],
      ['invoices.cancel', 'DELETE', `/${id}`],
    ] as const) {
      await bench.control('POST', '/faults', { operation, mode: 'error', status: 503 });
      expect((await api(method, path, method === 'POST' ? draft() : undefined)).status).toBe(503);
    }
  });
});

test('a snapshot brings invoices, messages, disputes and domains back', async () => {
  await sent();
  const domain = { provider_type: 'APPLE_PAY', domain: { name: 'shop.example.com' } };
  await bench.api('POST', '/v1/customer/wallet-domains', domain, assertion());
  const paid = await sent();
  const { body } = await pay(paid);
  await bench.control('POST', `/captures/${body['payment_id']}/dispute`, { reason: 'OTHER' });
  const before = await bench.control('GET', '/snapshot');
  await bench.control('POST', '/reset', {});
  expect((await bench.control('GET', '/invoices')).body['total']).toBe(0);
  expect((await bench.control('PUT', '/snapshot', before.body)).status).toBe(200);
  expect((await bench.control('GET', '/snapshot')).body).toEqual(before.body);
  expect((await bench.control('GET', '/disputes')).body['total']).toBe(1);
});
