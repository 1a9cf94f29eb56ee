import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALL_FEATURES, SELLER, startBench, type Bench } from '../../tests/bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

async function signUpLink(tracking_id: string, seller: object): Promise<string> {
  const third_party_details = { features: ALL_FEATURES };
  const rest_api_integration = { integration_type: 'THIRD_PARTY', third_party_details };
  const created = await bench.api('POST', '/v2/customer/partner-referrals', {
    tracking_id,
    operations: [{ operation: 'API_INTEGRATION', api_integration_preference: { rest_api_integration } }],
    legal_consents: [{ type: 'SHARE_DATA_CONSENT', granted: true }],
    ...seller,
  });
  return created.body['links'][1].href;
}

async function choose(link: string, account_id: string): Promise<number> {
  const form = new URLSearchParams([
    ['account_id', account_id],
    ['action', 'finish'],
    ...ALL_FEATURES.map((feature) => ['grant', feature] as [string, string]),
  ]);
  const answer = await fetch(link, { method: 'POST', body: form, headers: { origin: new URL(link).origin } });
  return answer.status;
}

const accounts = async () => (await bench.control('GET', '/accounts')).body['items'] as { email: string }[];

test.each([
  ['DE', 'EUR'],
  ['GB', 'GBP'],
  ['JP', 'JPY'],
  ['US', 'USD'],
])(
  'an account opened in %s has the name, the country and the currency of the referral',
  async (country, currency) => {
    const email = `${country.toLowerCase()}@example.com`;
    const business_entity = { names: [{ business_name: 'Eckladen', type: 'DOING_BUSINESS_AS' }] };
    const link = await signUpLink(`new-${country}`, { email, legal_country_code: country, business_entity });
    expect(await choose(link, 'new')).toBe(200);
    const opened = (await accounts()).find((account) => account.email === email);
    expect(opened).toMatchObject({ business_name: 'Eckladen', country, currency, email_confirmed: false });
  },
);

test('an account that is connected says so, and another is proposed', async () => {
  expect(await choose(await signUpLink('taken-1', {}), SELLER)).toBe(200);
  const page = await (await fetch(await signUpLink('taken-2', {}))).text();
  const choices = page.split('<label').filter((choice) => choice.includes('name="account_id"'));
  const taken = choices.find((choice) => choice.includes(`value="${SELLER}"`))!;
  expect(taken).toContain('already connected');
  expect(taken).not.toContain('checked');
  const proposed = choices.filter((choice) => choice.includes('checked'));
  expect(proposed).toHaveLength(1);
  expect(proposed[0]).not.toContain('already connected');
});
