import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Answered,
  approvedOrder,
  assertion,
  beginAnew,
  type Bench,
  capturedOrder,
  orderBody,
  SELLER,
  startBench,
} from '../../tests/bench.ts';
import { statusOf } from '../checks/issues.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());
beforeEach(() => beginAnew(bench));

interface Row {
  amount: string;
  effect: string;
}

const capture = (id: string, headers: Record<string, string> = {}): Promise<Answered> =>
  bench.api('POST', `/v2/checkout/orders/${id}/capture`, {}, headers);
const refusal = (answer: Answered): unknown[] => [answer.status, answer.body['details']?.[0].issue];
const table = async (): Promise<Row[]> => (await bench.control('GET', '/amounts?limit=500')).body['items'];
const mock = (issue: string): Record<string, string> => ({
  'PayPal-Mock-Response': JSON.stringify({ mock_application_codes: issue }),
});

describe('the table of amounts', () => {
  test('refuses a capture with the issue that stands beside the amount, and its status', async () => {
    const rows = (await table()).filter(({ effect }) => effect === effect.toUpperCase());
    expect(rows.length).toBeGreaterThan(60);
    const refused = await Promise.all(
      rows.map(async ({ amount }) => {
        const id = await approvedOrder(bench, {}, orderBody(amount, null));
        return [amount, ...refusal(await capture(id))];
      }),
    );
    expect(refused).toEqual(rows.map(({ amount, effect }) => [amount, statusOf(effect), effect]));
  });

  test('declines, and holds a capture back, inside a 201', async () => {
    const amountOf = new Map((await table()).map(({ amount, effect }) => [effect, amount]));
    const made = async (effect: string): Promise<unknown> =>
      (await capturedOrder(bench, {}, orderBody(amountOf.get(effect), null))).capture['status'];
    expect(await made('declined')).toBe('DECLINED');
    expect(await made('pending')).toBe('PENDING');
    expect(await made('pending_declined')).toBe('PENDING');
    bench.advance(300);
    await bench.sandbox.drain();
    const { body } = await bench.control('GET', '/captures');
    expect(body['items'].map(({ status }: { status: string }) => status)).toEqual([
      'DECLINED',
      'COMPLETED',
      'DECLINED',
    ]);
  });

  test('means minor units, so it works in yen as well', async () => {
    await bench.control('PATCH', `/accounts/${SELLER}`, { currency: 'JPY' });
    const yen = { amount: { currency_code: 'JPY', value: '990001' } };
    expect(refusal(await capture(await approvedOrder(bench, {}, orderBody('1', null, yen))))).toEqual([
      422,
      'INSTRUMENT_DECLINED',
    ]);
  });
});

test('an issue the buyer can act on leads back to the buyer, by whichever way it is asked for', async () => {
  const ways: ((id: string, issue: string) => Promise<Answered>)[] = [
    (id, issue) => capture(id, mock(issue)),
    async (id, issue) => {
      await bench.control('POST', '/faults', { operation: 'orders.capture', mode: 'refuse', issue });
      return capture(id);
    },
    async (id, issue) => {
      await bench.control('PATCH', `/accounts/${SELLER}`, { capture_issue: issue });
      const answer = await capture(id);
      await bench.control('PATCH', `/accounts/${SELLER}`, { capture_issue: null });
      return answer;
    },
  ];
  const id = await approvedOrder(bench);
  for (const way of ways) {
    for (const [issue, rel] of [
      ['REDIRECT_PAYER_FOR_ALTERNATE_FUNDING', 'redirect'],
      ['PAYER_ACTION_REQUIRED', 'payer-action'],
    ] as const) {
      const answer = await way(id, issue);
      expect(refusal(answer)).toEqual([422, issue]);
      expect(answer.body['links'].map((link: { rel: string }) => link.rel)).toContain(rel);
    }
  }
  expect((await capture(id)).status).toBe(201);
});

test('every issue of a refund can be produced, by header and by account', async () => {
  const { capture: made } = await capturedOrder(bench);
  const refund = (headers: Record<string, string> = {}): Promise<Answered> =>
    bench.api('POST', `/v2/payments/captures/${made['id']}/refund`, {}, { ...assertion(), ...headers });
  const issues =
    'REFUND_FAILED_INSUFFICIENT_FUNDS REFUND_IS_RESTRICTED MAX_NUMBER_OF_REFUNDS_EXCEEDED REFUND_AMOUNT_TOO_LOW ' +
    'PARTIAL_REFUND_NOT_ALLOWED PLATFORM_FEE_NOT_ENABLED PAYER_ACCOUNT_LOCKED_OR_CLOSED';
  for (const issue of issues.split(' ')) {
    expect(refusal(await refund(mock(issue)))).toEqual([422, issue]);
    await bench.control('PATCH', `/accounts/${SELLER}`, { refund_issue: issue });
    expect(refusal(await refund())).toEqual([422, issue]);
    await bench.control('PATCH', `/accounts/${SELLER}`, { refund_issue: null });
  }
  expect((await refund()).status).toBe(201);
});

test('an approval that lapses makes the order unknown and is told', async () => {
  const id = await approvedOrder(bench);
  expect((await bench.control('POST', `/orders/${id}/lapse`)).status).toBe(200);
  expect(refusal(await capture(id))).toEqual([404, 'INVALID_RESOURCE_ID']);
  await bench.sandbox.drain();
  const told = bench.heard.find(({ event }) => event['resource'].order_id === id);
  expect(told?.event['event_type']).toBe('CHECKOUT.PAYMENT-APPROVAL.REVERSED');
});
