import { afterEach, describe, expect, test } from 'vitest';
import type { SearchOutcome } from '../../rail.ts';
import { sellerNamed } from '../../seller.fixture.ts';
import { createPpcpRail } from '../index.ts';
import {
  type Answering,
  type FakeProvider,
  optionsFor,
  refusal,
  sendJson,
  startProvider,
} from '../provider.fixture.ts';

const SELLER = sellerNamed('7KQ2WHRB5NCXE');
const SPAN = { seller: SELLER, from: new Date('2026-03-04T00:00:00Z'), to: new Date('2026-03-05T00:00:00Z') };

let provider: FakeProvider | undefined;
afterEach(async () => provider?.close());

async function read(answer: Answering, page = 1): Promise<SearchOutcome> {
  provider = await startProvider(answer);
  return createPpcpRail(optionsFor(provider.url)).books!.search!.page({ ...SPAN, page, mark: null });
}

const info = (more: Record<string, unknown> = {}) => ({
  transaction_info: {
    ...{ transaction_id: '5TX12345678901234', transaction_event_code: 'T0006' },
    ...{ paypal_reference_id: '8OR12345678901234', paypal_reference_id_type: 'ODR' },
    transaction_initiation_date: '2026-03-04T10:00:00Z',
    transaction_amount: { currency_code: 'USD', value: '20.00' },
    fee_amount: { currency_code: 'USD', value: '-1.19' },
    ...{ transaction_status: 'S', custom_field: 'ours' },
    ...more,
  },
});
const page = (details: object[], total_pages = 1) => ({
  ...{ transaction_details: details, total_pages, total_items: details.length },
  last_refreshed_datetime: '2026-03-05T01:00:00Z',
});

test('a row is an entry in our words, without sign and in minor units', async () => {
  const found = await read((_heard, response) => sendJson(response, 200, page([info()])));
  expect(found).toEqual({
    ...{ kind: 'found', is_last: true, refreshed_at: new Date('2026-03-05T01:00:00Z') },
    entries: [
      {
        ...{ provider_id: '5TX12345678901234', kind: 'capture', about_id: '8OR12345678901234' },
        ...{ transaction_id: 'ours', status: 'completed', amount: 2_000, currency: 'USD', provider_fee: 119 },
        ...{ began_at: new Date('2026-03-04T10:00:00Z'), updated_at: new Date('2026-03-04T10:00:00Z') },
      },
    ],
  });
});

test.each([
  ['T0006', '20.00', 'capture'],
  ['T0001', '-20.00', 'other'],
  ['T1107', '-5.00', 'refund'],
  ['T1106', '-5.00', 'reversal'],
  ['T1201', '-5.00', 'reversal'],
  ['T0113', '-0.58', 'platform_fee'],
  ['T1108', '0.15', 'fee_return'],
  ['T1110', '-20.00', 'other'],
  ['T0400', '-100.00', 'other'],
])('%s of %s is a %s', async (transaction_event_code, value, kind) => {
  const row = info({ transaction_event_code, transaction_amount: { currency_code: 'USD', value } });
  const found = await read((_heard, response) => sendJson(response, 200, page([row])));
  expect(found).toMatchObject({ kind: 'found', entries: [{ kind }] });
});

describe('what cannot be read', () => {
  test.each([
    ['an id', { transaction_id: undefined }],
    ['a kind', { transaction_event_code: undefined }],
    ['a time', { transaction_initiation_date: 'yesterday' }],
  ])('is the whole page, where a row is without %s', async (_what, more) => {
    const found = await read((_heard, response) => sendJson(response, 200, page([info(), info(more)])));
    expect(found).toMatchObject({ kind: 'unknown' });
  });

  test('is the amount alone, where that is all', async () => {
    const row = info({ transaction_amount: { currency_code: 'USD', value: '1.234567' } });
    const found = await read((_heard, response) => sendJson(response, 200, page([row])));
    expect(found).toMatchObject({ kind: 'found', entries: [{ amount: null, currency: null }] });
  });

  test('is a page that does not say how many there are', async () => {
    const found = await read((_heard, response) => sendJson(response, 200, { transaction_details: [] }));
    expect(found).toMatchObject({ kind: 'unknown' });
  });
});

test('a page is the last when its number is', async () => {
  const answer: Answering = (_heard, response) => sendJson(response, 200, page([info()], 2));
  expect(await read(answer, 1)).toMatchObject({ is_last: false });
  await provider!.close();
  expect(await read(answer, 2)).toMatchObject({ is_last: true });
});

test.each([
  [400, 'RESULTSET_TOO_LARGE', { kind: 'too_many' }],
  [403, 'NOT_AUTHORIZED', { kind: 'denied' }],
  [400, 'INVALID_REQUEST', { kind: 'unknown' }],
])('%i %s', async (status, issue, outcome) => {
  const found = await read((_heard, response) => sendJson(response, status, refusal(issue)));
  expect(found).toMatchObject(outcome);
});
