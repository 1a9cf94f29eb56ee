import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ALL_FEATURES,
  SELLER,
  startBench,
  WALLET,
  type Answered,
  type Bench,
  type Json,
} from '../../tests/bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

const REFERRALS = '/v2/customer/partner-referrals';
const INTEGRATIONS = `/v1/customer/partners/${WALLET.partner_id}/merchant-integrations`;

function referral(tracking_id: string, changes: object = {}, features = ALL_FEATURES): object {
  return {
    tracking_id,
    operations: [
      {
        operation: 'API_INTEGRATION',
        api_integration_preference: {
          rest_api_integration: {
            integration_method: 'PAYPAL',
            integration_type: 'THIRD_PARTY',
            third_party_details: { features },
          },
        },
      },
    ],
    products: ['PPCP'],
    legal_consents: [{ type: 'SHARE_DATA_CONSENT', granted: true }],
    partner_config_override: { return_url: 'https://service.test/back?attempt=1' },
    ...changes,
  };
}

const create = (body: object, headers: Record<string, string> = {}): Promise<Answered> =>
  bench.api('POST', REFERRALS, body, headers);
const tokenOf = (answer: Answered): string =>
  new URL(answer.body['links'][1].href).searchParams.get('token') ?? '';
const finish = (id: string, body: object): Promise<Answered> =>
  bench.control('POST', `/referrals/${encodeURIComponent(id)}/finish`, body);
const ownEntry = (status: Json): Json =>
  status['oauth_integrations'].find(
    (entry: Json) => entry.oauth_third_party[0].partner_client_id === WALLET.client_id,
  );

test('a referral answers two links and no id, and the same to the same request id', async () => {
  const first = await create(referral('t-1'), { 'PayPal-Request-Id': 'ref-1' });
  expect(first.status).toBe(201);
  expect(Object.keys(first.body)).toEqual(['links']);
  const again = await create(referral('t-1'), { 'PayPal-Request-Id': 'ref-1' });
  expect([again.status, again.body]).toEqual([200, first.body]);
  const shown = await bench.api('GET', new URL(first.body['links'][0].href).pathname);
  expect(shown.body).toMatchObject({
    partner_referral_id: tokenOf(first),
    submitter_payer_id: WALLET.partner_id,
    referral_data: referral('t-1'),
  });
});

describe('a referral is refused', () => {
  const cases: [name: string, changes: object, issue: string][] = [
    [
      'a return address of 128',
      { partner_config_override: { return_url: `https://a.test/${'x'.repeat(113)}` } },
      'INVALID_STRING_MAX_LENGTH',
    ],
    ['an unknown override', { partner_config_override: { colour: 'red' } }, 'NOT_SUPPORTED'],
    ['an unknown product', { products: ['GOLD'] }, 'INVALID_PARAMETER_VALUE'],
    ['no operation', { operations: [] }, 'INVALID_ARRAY_LENGTH'],
    ['no consent', { legal_consents: undefined }, 'MISSING_REQUIRED_PARAMETER'],
    [
      'capabilities without products',
      { products: undefined, capabilities: ['APPLE_PAY'] },
      'INVALID_PARAMETER_VALUE',
    ],
    ['a tracking id of 128', { tracking_id: 'x'.repeat(128) }, 'INVALID_STRING_MAX_LENGTH'],
  ];
  test.each(cases)('%s', async (_name, changes, issue) => {
    const answer = await create(referral('t-x', changes));
    expect([answer.status, answer.body['details'][0].issue]).toEqual([400, issue]);
  });

  test('but a return address of 127 passes', async () => {
    const return_url = `https://a.test/${'x'.repeat(112)}`;
    expect(return_url).toHaveLength(127);
    expect((await create(referral('t-127', { partner_config_override: { return_url } }))).status).toBe(201);
  });
});

test('what the seller withholds is missing from our entry, not from the foreign one', async () => {
  const id = tokenOf(await create(referral('t-2')));
  const back = await finish(id, { account_id: SELLER, grant: ['PAYMENT', 'REFUND'] });
  expect(back.body['return_url']).toMatch(/^https:\/\/service\.test\/back\?attempt=1&merchantId=t-2&/);
  const { body } = await bench.api('GET', `${INTEGRATIONS}/${SELLER}`);
  const scope = (name: string): string => `https://uri.paypal.com/services/payments/${name}`;
  expect(ownEntry(body).oauth_third_party[0].scopes).toEqual(
    ['realtimepayment', 'payment/authcapture', 'refund'].map(scope),
  );
  expect(body['oauth_integrations']).toHaveLength(2);
  expect(body['primary_currency']).toBeUndefined();
  expect(body['tracking_id']).toBe('t-2');
  expect((await finish(id, { account_id: SELLER })).status).toBe(409);
});

test('one account may finish under two tracking ids; each finds it, and it shows the latest', async () => {
  await finish(tokenOf(await create(referral('t-3'))), { account_id: SELLER });
  await finish(tokenOf(await create(referral('t-4'))), { account_id: SELLER });
  for (const tracking of ['t-3', 't-4']) {
    const found = await bench.api('GET', `${INTEGRATIONS}?tracking_id=${tracking}`);
    expect(found.body).toMatchObject({ merchant_id: SELLER, tracking_id: tracking });
    expect(found.body['primary_email_confirmed']).toBeUndefined();
  }
  expect((await bench.api('GET', `${INTEGRATIONS}/${SELLER}`)).body).toMatchObject({
    tracking_id: 't-4',
    primary_currency: 'USD',
  });
});

test('after a revocation the status reads as the account is told to answer', async () => {
  for (const [then, status] of [
    ['empty', 200],
    ['not_found', 404],
    ['forbidden', 403],
  ] as const) {
    await finish(tokenOf(await create(referral(`t-${then}`))), { account_id: SELLER });
    expect((await bench.control('POST', `/accounts/${SELLER}/revoke-consent`, { then })).status).toBe(200);
    const read = await bench.api('GET', `${INTEGRATIONS}/${SELLER}`);
    expect(read.status).toBe(status);
    if (status === 200) expect(ownEntry(read.body)).toBeUndefined();
  }
  expect((await bench.control('POST', `/accounts/${SELLER}/revoke-consent`, {})).status).toBe(409);
});

test('leaving keeps the link alive; a personal account or a foreign feature cannot finish it', async () => {
  const id = tokenOf(await create(referral('t-5', {}, ['PAYMENT'])));
  const left = await bench.control('POST', `/referrals/${id}/abandon`);
  expect(new URL(left.body['return_url']).searchParams.get('consentStatus')).toBe('false');
  expect((await bench.api('GET', `${INTEGRATIONS}?tracking_id=t-5`)).status).toBe(404);
  const { body } = await bench.control('POST', '/accounts', { kind: 'personal' });
  expect((await finish(id, { account_id: body['account_id'] })).status).toBe(422);
  expect((await finish(id, { account_id: SELLER, grant: ['VAULT'] })).status).toBe(422);
  expect((await finish(id, { account_id: 'ZZZZZZZZZZZZ2' })).status).toBe(404);
  expect((await finish(id, { account_id: SELLER })).status).toBe(200);
});

test('what changes about a connected seller is told', async () => {
  await finish(tokenOf(await create(referral('t-6'))), { account_id: SELLER });
  await bench.sandbox.drain();
  bench.heard.length = 0;
  await bench.control('PATCH', `/accounts/${SELLER}`, {
    email_confirmed: false,
    capabilities: [{ name: 'APPLE_PAY', status: 'DENY' }],
  });
  await bench.control('PATCH', `/accounts/${SELLER}`, { email_confirmed: true, products: [] });
  await bench.control('POST', `/accounts/${SELLER}/revoke-consent`, {});
  await bench.sandbox.drain();
  expect(bench.heard.map(({ event }) => event['event_type']).sort()).toEqual([
    'CUSTOMER.MERCHANT-INTEGRATION.CAPABILITY-UPDATED',
    'CUSTOMER.MERCHANT-INTEGRATION.PRODUCT-SUBSCRIPTION-UPDATED',
    'CUSTOMER.MERCHANT-INTEGRATION.SELLER-EMAIL-CONFIRMED',
    'MERCHANT.PARTNER-CONSENT.REVOKED',
  ]);
  const revoked = bench.heard.find(({ event }) => event['event_type'] === 'MERCHANT.PARTNER-CONSENT.REVOKED');
  expect(revoked?.event['resource']).toEqual({ merchant_id: SELLER });
});

test('a status that withholds our entry leaves the consent as it is', async () => {
  await finish(tokenOf(await create(referral('t-7'))), { account_id: SELLER });
  await bench.control('PATCH', `/accounts/${SELLER}`, { consent_shown: false });
  const withheld = await bench.api('GET', `${INTEGRATIONS}/${SELLER}`);
  expect([withheld.status, ownEntry(withheld.body)]).toEqual([200, undefined]);
  expect(withheld.body['oauth_integrations']).toHaveLength(1);
  const { items } = (await bench.control('GET', '/accounts')).body;
  const account = items.find(({ account_id }: { account_id: string }) => account_id === SELLER);
  expect(account.consent).toBe('granted');
  await bench.control('PATCH', `/accounts/${SELLER}`, { consent_shown: true });
  expect(ownEntry((await bench.api('GET', `${INTEGRATIONS}/${SELLER}`)).body)).toBeDefined();
});

test('who is connected already is told so, and limitations of an account are shown and told', async () => {
  await finish(tokenOf(await create(referral('t-8'))), { account_id: SELLER });
  await finish(tokenOf(await create(referral('t-9'))), { account_id: SELLER });
  const limitations = [{ name: 'MERCHANT_LIMITED_BY_PAYPAL', restrictions: ['WITHDRAW_MONEY'] }];
  await bench.control('PATCH', `/accounts/${SELLER}`, { limitations });
  expect((await bench.api('GET', `${INTEGRATIONS}/${SELLER}`)).body['limitations']).toEqual(limitations);
  await bench.control('PATCH', `/accounts/${SELLER}`, { limitations: [] });
  await bench.sandbox.drain();
  const told = bench.heard.map(({ event }) => event['event_type']);
  expect(told).toEqual(
    expect.arrayContaining([
      'CUSTOMER.MERCHANT-INTEGRATION.SELLER-ALREADY-INTEGRATED',
      'CUSTOMER.ACCOUNT-LIMITATION.ADDED',
      'CUSTOMER.ACCOUNT-LIMITATION.LIFTED',
    ]),
  );
});

test('an account opened under the name of the limited one is limited', async () => {
  const { body } = await bench.control('POST', '/accounts', { given_name: 'LMTNsam' });
  expect(body).toMatchObject({
    payments_receivable: false,
    limitations: [{ restrictions: ['RECEIVE_MONEY', 'WITHDRAW_MONEY'] }],
  });
});
