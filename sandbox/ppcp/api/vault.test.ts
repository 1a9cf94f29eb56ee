import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  ALL_FEATURES,
  type Answered,
  approvedOrder,
  assertion,
  beginAnew,
  type Bench,
  orderBody,
  SELLER,
  startBench,
} from '../../tests/bench.ts';

const DAY_SECONDS = 86_400;

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());
beforeEach(() => beginAnew(bench));

let counter = 0;
const requestId = () => `request-${(counter += 1)}`;
const seller = (id = requestId()) => ({ ...assertion(), 'PayPal-Request-Id': id });
const setupBody = (customer?: string) => ({
  ...(customer === undefined ? {} : { customer: { id: customer } }),
  payment_source: {
    paypal: {
      usage_type: 'MERCHANT',
      experience_context: { return_url: 'https://shop.test/back', cancel_url: 'https://shop.test/away' },
    },
  },
});
const setUp = (headers = seller(), body: object = setupBody()) =>
  bench.api('POST', '/v3/vault/setup-tokens', body, headers);
const save = (id: string, headers = seller()) =>
  bench.api(
    'POST',
    '/v3/vault/payment-tokens',
    { payment_source: { token: { id, type: 'SETUP_TOKEN' } } },
    headers,
  );
const approve = (id: string, choice: object = {}) => bench.control('POST', `/orders/${id}/approve`, choice);
const issueOf = (answer: Answered) => [answer.status, answer.body['details']?.[0].issue];
async function saved(choice: object = {}, customer?: string): Promise<Answered> {
  const setup = await setUp(seller(), setupBody(customer));
  expect((await approve(String(setup.body['id']), choice)).status).toBe(200);
  return save(String(setup.body['id']));
}
const charge = (vault_id: string, more: object = {}, headers: Record<string, string> = seller()) =>
  bench.api(
    'POST',
    '/v2/checkout/orders',
    { ...orderBody(), payment_source: { paypal: { vault_id } }, ...more },
    { Prefer: 'return=representation', ...headers },
  );
const typesHeard = async () => {
  await bench.sandbox.drain();
  return bench.heard.map(({ event }) => event['event_type'] as string);
};

test('a buyer approves what a seller then saves', async () => {
  const setup = await setUp();
  expect(setup.status).toBe(201);
  expect(setup.body).toMatchObject({
    status: 'PAYER_ACTION_REQUIRED',
    customer: { id: expect.stringMatching(/^[0-9A-Z]{10}$/) },
  });
  const id = String(setup.body['id']);
  const approval = setup.body['links'].find((link: { rel: string }) => link.rel === 'approve');
  expect(approval.href).toBe(`${bench.sandbox.url}/agreements/approve?approval_session_id=${id}`);
  expect(issueOf(await save(id))).toEqual([422, 'SETUP_TOKEN_NOT_APPROVED']);
  const approved = await approve(id);
  expect(approved.body['return_url']).toBe(
    `https://shop.test/back?approval_token_id=${id}&approval_session_id=${id}`,
  );
  const token = await save(id);
  expect(token.status).toBe(201);
  expect(token.body).toMatchObject({
    customer: setup.body['customer'],
    payment_source: { paypal: { email_address: 'buyer@sandbox.test' } },
  });
  const shown = await bench.api('GET', `/v3/vault/setup-tokens/${id}`, undefined, assertion());
  expect(shown.body['status']).toBe('VAULTED');
  expect(await typesHeard()).toEqual(['VAULT.PAYMENT-TOKEN.CREATED']);
  expect(bench.heard[0]?.event).toMatchObject({
    resource_version: '3.0',
    resource: { id: token.body['id'], customer: setup.body['customer'] },
  });
});

test('a request id answers what it made for three hours, and is needed', async () => {
  const headers = seller();
  const setup = await setUp(headers);
  expect((await setUp(headers)).body['id']).toBe(setup.body['id']);
  expect((await setUp(headers)).status).toBe(200);
  expect(issueOf(await setUp(assertion() as never))).toEqual([400, 'PAYPAL_REQUEST_ID_REQUIRED']);
  const id = String(setup.body['id']);
  await approve(id);
  const again = seller();
  const token = await save(id, again);
  expect(await save(id, again)).toMatchObject({ status: 200, body: { id: token.body['id'] } });
  expect(issueOf(await save(id, assertion() as never))).toEqual([400, 'PAYPAL_REQUEST_ID_REQUIRED']);
  bench.advance(3 * 3_600 + 1);
  expect(issueOf(await save(id, again))).toEqual([422, 'SETUP_TOKEN_ALREADY_USED']);
});

test('a request id that came with another body is refused, and with the same one answers as before', async () => {
  const ids = [String((await setUp()).body['id']), String((await setUp()).body['id'])] as const;
  for (const id of ids) await approve(id);
  const headers = seller();
  const token = await save(ids[0], headers);
  expect(issueOf(await save(ids[1], headers))).toEqual([422, 'PAYPAL_REQUEST_ID_PREVIOUSLY_USED']);
  expect(await save(ids[0], headers)).toMatchObject({ status: 200, body: { id: token.body['id'] } });
  expect((await save(ids[1])).status).toBe(201);
  const again = seller();
  const setup = await setUp(again, setupBody('cust_1'));
  expect(issueOf(await setUp(again, setupBody('cust_2')))).toEqual([
    422,
    'PAYPAL_REQUEST_ID_PREVIOUSLY_USED',
  ]);
  const { payment_source, customer } = setupBody('cust_1');
  const reordered = await setUp(again, { payment_source, customer });
  expect(reordered).toMatchObject({ status: 200, body: { id: setup.body['id'] } });
  bench.advance(3 * 3_600 + 1);
  expect((await setUp(again, setupBody('cust_2'))).status).toBe(201);
});

test('a setup token that was not used lives for three days', async () => {
  const id = String((await setUp()).body['id']);
  bench.advance(3 * DAY_SECONDS - 60);
  expect((await approve(id)).status).toBe(200);
  bench.advance(61);
  expect((await approve(id)).status).toBe(404);
  expect((await save(id)).status).toBe(404);
});

test('the seller must have granted it and be enabled for it', async () => {
  expect(issueOf(await setUp({ 'PayPal-Request-Id': requestId() }))).toEqual([403, 'PERMISSION_DENIED']);
  const token = String((await saved()).body['id']);
  await bench.control('PATCH', `/accounts/${SELLER}`, { capabilities: [] });
  expect(issueOf(await setUp())).toEqual([422, 'NOT_ENABLED_TO_VAULT_PAYMENT_SOURCE']);
  expect(issueOf(await charge(token))).toEqual([422, 'NOT_ENABLED_TO_VAULT_PAYMENT_SOURCE']);
  const granted = ALL_FEATURES.filter((feature) => feature !== 'VAULT');
  await bench.control('PATCH', `/accounts/${SELLER}`, { granted });
  expect(issueOf(await setUp())).toEqual([403, 'PERMISSION_DENIED']);
});

test.each([
  ['nothing', {}, 'MISSING_REQUIRED_PARAMETER'],
  [
    'no address to return to',
    { payment_source: { paypal: { usage_type: 'MERCHANT' } } },
    'MISSING_REQUIRED_PARAMETER',
  ],
  ['two sources', { payment_source: { paypal: {}, venmo: {} } }, 'INVALID_PARAMETER_SYNTAX'],
  ['a card', { payment_source: { card: {} } }, 'NOT_ENABLED_FOR_CARD_PROCESSING'],
  ['a source nobody knows', { payment_source: { barter: {} } }, 'INVALID_PARAMETER_VALUE'],
  ['a long customer id', setupBody('c'.repeat(23)), 'INVALID_STRING_MAX_LENGTH'],
])('%s is refused', async (_case, body, issue) => {
  expect(issueOf(await setUp(seller(), body))[1]).toBe(issue);
});

test('whose usage it is saved for need not be said, and is shown as it was said', async () => {
  const { experience_context } = setupBody().payment_source.paypal;
  const setup = await setUp(seller(), { payment_source: { paypal: { experience_context } } });
  expect(setup.status).toBe(201);
  expect(setup.body['payment_source'].paypal).not.toHaveProperty('usage_type');
  expect((await setUp()).body['payment_source'].paypal['usage_type']).toBe('MERCHANT');
  const odd = { payment_source: { paypal: { usage_type: 'SOMEBODY', experience_context } } };
  expect(issueOf(await setUp(seller(), odd))).toEqual([400, 'INVALID_PARAMETER_VALUE']);
});

test("a customer's tokens are listed by page, shown, and deleted for good", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) ids.unshift(String((await saved({}, 'cust_1')).body['id']));
  await saved({}, 'cust_2');
  const list = async (query: string) =>
    (await bench.api('GET', `/v3/vault/payment-tokens?${query}`, undefined, assertion())).body;
  const all = await list('customer_id=cust_1&total_required=true');
  expect(all['payment_tokens'].map((token: { id: string }) => token.id)).toEqual(ids);
  expect(all).toMatchObject({ customer: { id: 'cust_1' }, total_items: 3, total_pages: 1 });
  const second = await list('customer_id=cust_1&page_size=2&page=2');
  expect(second['payment_tokens']).toHaveLength(1);
  expect((await list('customer_id=%20'))['name']).toBe('INVALID_REQUEST');
  const path = `/v3/vault/payment-tokens/${ids[0]}`;
  expect((await bench.api('GET', path, undefined, assertion())).status).toBe(200);
  bench.heard.length = 0;
  expect((await bench.api('DELETE', path, undefined, assertion())).status).toBe(204);
  expect((await bench.api('DELETE', path, undefined, assertion())).status).toBe(204);
  expect(issueOf(await bench.api('GET', path, undefined, assertion()))).toEqual([404, 'TOKEN_NOT_FOUND']);
  expect(issueOf(await charge(ids[0]!))).toEqual([422, 'TOKEN_ID_NOT_FOUND']);
  expect((await typesHeard()).filter((type) => type.endsWith('DELETED'))).toHaveLength(1);
});

test('a saved instrument is charged in one call, once per request id', async () => {
  const token = String((await saved()).body['id']);
  const headers = seller();
  const paid = await charge(token, {}, headers);
  expect([paid.status, paid.body['status']]).toEqual([201, 'COMPLETED']);
  const [capture] = paid.body['purchase_units'][0].payments.captures;
  expect(capture).toMatchObject({ status: 'COMPLETED', amount: { value: '27.00', currency_code: 'USD' } });
  expect(paid.body['payer']).toMatchObject({ email_address: 'buyer@sandbox.test' });
  const again = await charge(token, {}, headers);
  expect(again.status).toBe(200);
  expect(again.body['purchase_units'][0].payments.captures).toEqual([capture]);
  const short = await charge(token, {}, { ...seller(), Prefer: 'return=minimal' });
  expect(short.body['purchase_units'][0].payments.captures).toHaveLength(1);
  expect((await bench.control('GET', '/captures')).body['total']).toBe(2);
});

test('what the buyer chose when saving is what becomes of a charge', async () => {
  const statusOf = async (funding_source: string) => {
    const token = await saved({ funding_source });
    const [source] = Object.keys(token.body['payment_source']);
    const more = { payment_source: { [source!]: { vault_id: token.body['id'] } } };
    const answer = await charge(String(token.body['id']), more);
    if (answer.status !== 201) return issueOf(answer)[1];
    return answer.body['purchase_units'][0].payments.captures[0].status;
  };
  expect(await statusOf('paypal_declined')).toBe('INSTRUMENT_DECLINED');
  expect(await statusOf('card')).toBe('COMPLETED');
  expect(await statusOf('card_declined')).toBe('DECLINED');
  expect(await statusOf('venmo')).toBe('COMPLETED');
  expect(await statusOf('pending')).toBe('PENDING');
  const apple = await setUp();
  expect((await approve(String(apple.body['id']), { funding_source: 'apple_pay' })).status).toBe(422);
});

test('charges are refused by the buyer, the seller, the agreement and on request', async () => {
  const token = String((await saved()).body['id']);
  const buyer = async (fields: object) => {
    const { items } = (await bench.control('GET', '/accounts')).body as {
      items: { account_id: string; kind: string }[];
    };
    const { account_id } = items.find(({ kind }) => kind === 'personal')!;
    await bench.control('PATCH', `/accounts/${account_id}`, fields);
  };
  await buyer({ funded: false });
  expect(issueOf(await charge(token))).toEqual([422, 'INSTRUMENT_DECLINED']);
  await buyer({ funded: true, capture_issue: 'PAYER_ACTION_REQUIRED' });
  expect(issueOf(await charge(token))).toEqual([422, 'PAYER_ACTION_REQUIRED']);
  await buyer({ capture_issue: null });
  await bench.control('PATCH', `/accounts/${SELLER}`, { email_confirmed: false });
  expect(issueOf(await charge(token))).toEqual([403, 'PAYEE_ACCOUNT_NOT_VERIFIED']);
  await bench.control('PATCH', `/accounts/${SELLER}`, { email_confirmed: true });
  const mock = { 'PayPal-Mock-Response': '{"mock_application_codes":"TOKEN_ID_NOT_FOUND"}' };
  expect(issueOf(await charge(token, {}, { ...seller(), ...mock }))).toEqual([422, 'TOKEN_ID_NOT_FOUND']);
  const as = { payment_source: { venmo: { vault_id: token } } };
  expect(issueOf(await charge(token, as))).toEqual([422, 'MISMATCHED_VAULT_ID_TO_PAYMENT_SOURCE']);
  expect(issueOf(await charge('NOTHING'))).toEqual([422, 'TOKEN_ID_NOT_FOUND']);
  expect((await bench.control('POST', `/payment-tokens/${token}/cancel`, {})).status).toBe(200);
  expect(issueOf(await charge(token))).toEqual([422, 'AGREEMENT_ALREADY_CANCELLED']);
  expect((await bench.control('GET', '/orders')).body['total']).toBe(0);
  expect((await typesHeard()).filter((type) => type.endsWith('DELETED'))).toHaveLength(1);
});

test('an order saves what pays for it when it asks to', async () => {
  const attributes = { customer: { id: 'cust_9' }, vault: { store_in_vault: 'ON_SUCCESS' } };
  const body = { ...orderBody(), payment_source: { paypal: { attributes } } };
  const created = await bench.api('POST', '/v2/checkout/orders', body, seller());
  const id = String(created.body['id']);
  await approve(id);
  const captured = await bench.api('POST', `/v2/checkout/orders/${id}/capture`, {}, assertion());
  expect(captured.body['payment_source'].paypal.attributes.vault).toMatchObject({
    status: 'VAULTED',
    customer: { id: 'cust_9' },
  });
  const token = captured.body['payment_source'].paypal.attributes.vault.id as string;
  expect((await charge(token)).status).toBe(201);
  await bench.sandbox.drain();
  const told = bench.heard.find(({ event }) => event['event_type'] === 'VAULT.PAYMENT-TOKEN.CREATED');
  expect(told?.event['resource']).toMatchObject({ id: token, metadata: { order_id: id } });
  const plain = await approvedOrder(bench);
  await bench.api('POST', `/v2/checkout/orders/${plain}/capture`, {});
  expect((await bench.control('GET', '/payment-tokens')).body['total']).toBe(1);
});

test('faults strike, and a snapshot keeps what was saved', async () => {
  const arm = (operation: string, mode: string) =>
    bench.control('POST', '/faults', { operation, mode, times: 1 });
  await arm('vault.setup', 'error');
  expect((await setUp()).status).toBe(500);
  const headers = seller();
  await arm('vault.setup', 'error_after_commit');
  expect((await setUp(headers)).status).toBe(500);
  const setup = await setUp(headers);
  expect(setup.status).toBe(200);
  await approve(String(setup.body['id']));
  const token = await save(String(setup.body['id']));
  const path = `/v3/vault/payment-tokens/${token.body['id']}`;
  await arm('vault.read', 'error');
  expect((await bench.api('GET', path, undefined, assertion())).status).toBe(500);
  await arm('vault.delete', 'error_after_commit');
  const snapshot = (await bench.control('GET', '/snapshot')).body;
  expect((await bench.api('DELETE', path, undefined, assertion())).status).toBe(500);
  expect((await bench.api('GET', path, undefined, assertion())).status).toBe(404);
  const put = await bench.control('PUT', '/snapshot', snapshot);
  expect([put.status, put.text]).toEqual([200, expect.any(String)]);
  expect((await bench.api('GET', path, undefined, assertion())).status).toBe(200);
});

test("the buyer's page leads back, approved or not", async () => {
  const open = async () => {
    const id = String((await setUp()).body['id']);
    return { id, path: `/agreements/approve?approval_session_id=${id}` };
  };
  const post = (path: string, form: Record<string, string>) =>
    bench.call('POST', path, new URLSearchParams(form).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    });
  const one = await open();
  expect((await bench.call('GET', one.path)).text).toContain('Nothing is charged now');
  expect((await post(one.path, { action: 'cancel' })).text).toContain('https://shop.test/away?');
  expect((await post(one.path, { action: 'approve' })).text).toContain('https://shop.test/back?');
  await save(one.id);
  expect((await bench.call('GET', one.path)).text).toContain('is saved');
  expect((await bench.call('GET', '/agreements/approve?approval_session_id=NOTHING')).status).toBe(404);
});
