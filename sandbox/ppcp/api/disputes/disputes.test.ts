import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  ALL_FEATURES,
  type Answered,
  assertion,
  beginAnew,
  type Bench,
  capturedOrder,
  type Json,
  orderBody,
  SELLER,
  startBench,
} from '../../../tests/bench.ts';

const PATH = '/v1/customer/disputes';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());
beforeEach(() => beginAnew(bench));

const dispute = async (
  claim: object = {},
  body: object = orderBody('27.00', null),
): Promise<{ id: string; capture_id: string; body: Record<string, Json> }> => {
  const { capture } = await capturedOrder(bench, {}, body);
  const opened = await bench.control('POST', `/captures/${capture['id']}/dispute`, {
    reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
    ...claim,
  });
  return { id: opened.body['dispute_id'], capture_id: capture['id'], body: opened.body };
};
const read = (id: string): Promise<Answered> => bench.api('GET', `${PATH}/${id}`, undefined, assertion());
const act = (id: string, action: string, body: unknown, headers = assertion()): Promise<Answered> =>
  bench.api('POST', `${PATH}/${id}/${action}`, body, headers);
const other = (id: string, move: string, body: object = {}): Promise<Answered> =>
  bench.control('POST', `/disputes/${id}/${move}`, body);
const rels = ({ body }: Answered): string[] =>
  body['links'].map(({ rel }: { rel: string }) => rel).filter((rel: string) => rel !== 'self');
const refusal = (answer: Answered): unknown[] => [answer.status, answer.body['details']?.[0].issue];
const told = async (): Promise<string[]> => {
  await bench.sandbox.drain();
  return bench.heard
    .map(({ event }) => event['event_type'])
    .filter((type) => /DISPUTE|REFUND|REVERSED/.test(type));
};
const captureOf = async (id: string): Promise<Record<string, Json>> =>
  (await bench.api('GET', `/v2/payments/captures/${id}`, undefined, assertion())).body;
const evidence = (extra: object = {}): object => ({
  evidences: [{ evidence_type: 'PROOF_OF_FULFILLMENT', notes: 'sent', ...extra }],
});
const TRACKED = {
  evidence_info: { tracking_info: [{ carrier_name: 'UPS', tracking_number: '1Z999' }] },
};

/** A call in parts, as the provider wants evidence. */
async function actInParts(
  id: string,
  action: string,
  input: object,
  files: [string, Blob][],
): Promise<Answered> {
  const form = new FormData();
  form.set('input', new Blob([JSON.stringify(input)], { type: 'application/json' }), 'input.json');
  files.forEach(([name, blob], index) => form.set(`file${index + 1}`, blob, name));
  const answer = await fetch(`${bench.sandbox.url}${PATH}/${id}/${action}`, {
    method: 'POST',
    headers: { authorization: await bench.bearer(), ...assertion() },
    body: form,
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) };
}

describe('an inquiry', () => {
  test('is shown with what may be done, and told', async () => {
    const { id, capture_id } = await dispute({ due_in_hours: 48, amount: '20.00' });
    const shown = await read(id);
    expect(shown.body).toMatchObject({
      dispute_id: id,
      status: 'WAITING_FOR_SELLER_RESPONSE',
      dispute_life_cycle_stage: 'INQUIRY',
      dispute_amount: { currency_code: 'USD', value: '20.00' },
      disputed_transactions: [{ seller_transaction_id: capture_id, seller: { merchant_id: SELLER } }],
      messages: [{ posted_by: 'BUYER' }],
      allowed_response_options: { accept_claim: { accept_claim_types: ['REFUND', 'PARTIAL_REFUND'] } },
    });
    const wait = Date.parse(shown.body['seller_response_due_date']) - Date.parse(shown.body['create_time']);
    expect(wait).toBe(48 * 3_600_000);
    expect(rels(shown)).toEqual(['send_message', 'make_offer', 'accept_claim', 'escalate']);
    expect(shown.body['dispute_state']).toBeUndefined();
    expect(await told()).toEqual(['CUSTOMER.DISPUTE.CREATED']);
  });

  test('takes messages of both sides, and an offer that the buyer accepts pays it', async () => {
    const { id, capture_id } = await dispute();
    expect((await act(id, 'send-message', { message: 'Which parcel?' })).body['links'][0].rel).toBe('self');
    expect((await other(id, 'message', { message: 'The big one.' })).status).toBe(200);
    const offer = {
      note: 'half',
      offer_type: 'REFUND',
      offer_amount: { currency_code: 'USD', value: '10.00' },
    };
    expect((await act(id, 'make-offer', offer)).status).toBe(200);
    const waiting = await read(id);
    expect(waiting.body).toMatchObject({
      status: 'WAITING_FOR_BUYER_RESPONSE',
      offer: { seller_offered_amount: { value: '10.00' }, history: [{ event_type: 'PROPOSED' }] },
      messages: [{ posted_by: 'BUYER' }, { content: 'Which parcel?' }, { content: 'The big one.' }],
    });
    expect(rels(waiting)).toEqual([]);
    expect(refusal(await act(id, 'send-message', { message: 'And?' }))).toEqual([
      422,
      'ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE',
    ]);
    await other(id, 'accept-offer');
    expect((await read(id)).body).toMatchObject({
      status: 'RESOLVED',
      dispute_outcome: { outcome_code: 'RESOLVED_BUYER_FAVOUR', amount_refunded: { value: '10.00' } },
    });
    expect((await captureOf(capture_id))['status']).toBe('PARTIALLY_REFUNDED');
    expect((await told()).slice(-2)).toEqual(['PAYMENT.CAPTURE.REFUNDED', 'CUSTOMER.DISPUTE.RESOLVED']);
  });

  test('that nobody escalates is closed after twenty days, with the money where it is', async () => {
    const { id, capture_id } = await dispute();
    bench.advance(20 * 24 * 3600);
    await bench.sandbox.drain();
    expect((await read(id)).body['dispute_outcome']).toEqual({ outcome_code: 'NONE' });
    expect((await captureOf(capture_id))['status']).toBe('COMPLETED');
  });

  test('whose claim is accepted goes back as a refund, whole or in part', async () => {
    const whole = await dispute();
    expect((await act(whole.id, 'accept-claim', { note: 'sorry' })).status).toBe(200);
    expect((await captureOf(whole.capture_id))['status']).toBe('REFUNDED');
    const partial = await dispute();
    const type = { note: 'sorry', accept_claim_type: 'PARTIAL_REFUND' };
    expect(refusal(await act(partial.id, 'accept-claim', type))[1]).toBe('MISSING_REQUIRED_PARAMETER');
    const refund_amount = { currency_code: 'USD', value: '7.00' };
    expect((await act(partial.id, 'accept-claim', { ...type, refund_amount })).status).toBe(200);
    expect((await captureOf(partial.capture_id))['status']).toBe('PARTIALLY_REFUNDED');
  });
});

describe('a claim', () => {
  test('wants evidence in parts, is reviewed and decided, appealed once and paid back', async () => {
    const { id, capture_id } = await dispute();
    expect((await act(id, 'escalate', { note: 'please decide' })).status).toBe(200);
    expect(rels(await read(id))).toEqual(['provide_evidence', 'accept_claim']);
    const file = new Blob(['%PDF-1.4'], { type: 'application/pdf' });
    const named = evidence({ documents: [{ name: 'proof.pdf' }], ...TRACKED });
    expect((await actInParts(id, 'provide-evidence', named, [['proof.pdf', file]])).status).toBe(200);
    const reviewed = await read(id);
    expect(reviewed.body).toMatchObject({
      status: 'UNDER_REVIEW',
      evidences: [{ source: 'SUBMITTED_BY_SELLER', documents: [{ name: 'proof.pdf' }] }],
    });
    expect(rels(reviewed)).toEqual(['provide_supporting_info', 'adjudicate', 'require_evidence']);
    expect((await act(id, 'provide-supporting-info', { notes: 'see above' })).status).toBe(200);
    expect((await act(id, 'adjudicate', { adjudication_outcome: 'BUYER_FAVOR' })).status).toBe(200);
    const lost = await read(id);
    expect(lost.body).toMatchObject({
      status: 'RESOLVED',
      dispute_outcome: { outcome_code: 'RESOLVED_BUYER_FAVOUR', amount_refunded: { value: '27.00' } },
      adjudications: [{ type: 'RECOVER_FROM_SELLER' }],
      money_movements: [
        { affected_party: 'SELLER', type: 'DEBIT' },
        { affected_party: 'BUYER', type: 'CREDIT' },
      ],
    });
    expect(rels(lost)).toEqual(['appeal']);
    expect((await captureOf(capture_id))['status']).toBe('REFUNDED');
    expect(await told()).toContain('PAYMENT.CAPTURE.REVERSED');

    expect((await act(id, 'appeal', evidence())).status).toBe(200);
    const appealed = await read(id);
    expect(appealed.body['dispute_outcome']).toBeUndefined();
    expect(appealed.body['dispute_life_cycle_stage']).toBe('PRE_ARBITRATION');
    await other(id, 'resolve', { outcome: 'RESOLVED_SELLER_FAVOUR' });
    const won = await read(id);
    expect(won.body['dispute_outcome']).toEqual({ outcome_code: 'RESOLVED_SELLER_FAVOUR' });
    expect(won.body['money_movements'].at(-1)).toMatchObject({ affected_party: 'SELLER', type: 'CREDIT' });
    expect(rels(won)).toEqual([]);
  });

  test('is lost by whoever lets the time for an answer pass', async () => {
    const silent = await dispute({ reason: 'UNAUTHORISED', due_in_hours: 24 });
    expect(silent.body['dispute_life_cycle_stage']).toBe('CHARGEBACK');
    bench.advance(24 * 3600);
    await bench.sandbox.drain();
    expect((await read(silent.id)).body).toMatchObject({
      dispute_outcome: { outcome_code: 'RESOLVED_BUYER_FAVOUR' },
      adjudications: [{ reason: 'NO_SELLER_RESPONSE' }],
    });
    const answered = await dispute({ reason: 'UNAUTHORISED', due_in_hours: 24 });
    await act(answered.id, 'provide-evidence', evidence());
    await act(answered.id, 'require-evidence', { action: 'BUYER_EVIDENCE' });
    expect((await read(answered.id)).body['status']).toBe('WAITING_FOR_BUYER_RESPONSE');
    bench.advance(24 * 3600);
    await bench.sandbox.drain();
    expect((await read(answered.id)).body['dispute_outcome'].outcome_code).toBe('RESOLVED_SELLER_FAVOUR');
  });

  test('under review is decided by proof when nobody decides it', async () => {
    for (const [extra, outcome] of [
      [TRACKED, 'RESOLVED_SELLER_FAVOUR'],
      [{}, 'RESOLVED_BUYER_FAVOUR'],
    ] as const) {
      const { id } = await dispute({ reason: 'UNAUTHORISED' });
      await act(id, 'provide-evidence', evidence(extra));
      bench.advance(10 * 24 * 3600);
      await bench.sandbox.drain();
      expect((await read(id)).body['dispute_outcome'].outcome_code).toBe(outcome);
    }
  });
});

test('goods that come back are acknowledged before the money goes', async () => {
  const { id, capture_id } = await dispute({ reason: 'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED' });
  const claim = { note: 'send it back', accept_claim_type: 'REFUND_WITH_RETURN' };
  expect((await act(id, 'accept-claim', claim)).status).toBe(200);
  await other(id, 'return-item');
  const returned = await read(id);
  expect(rels(returned)).toEqual(['acknowledge_return_item']);
  expect(returned.body['allowed_response_options'].acknowledge_return_item).toBeDefined();
  const received = { acknowledgement_type: 'ITEM_RECEIVED', note: 'fine' };
  expect((await act(id, 'acknowledge-return-item', received)).status).toBe(200);
  expect((await captureOf(capture_id))['status']).toBe('REFUNDED');
});

test('a capture refunded in full has nothing left to dispute, a part cannot go meanwhile', async () => {
  const { id, capture_id } = await dispute();
  const refund = (body: object): Promise<Answered> =>
    bench.api('POST', `/v2/payments/captures/${capture_id}/refund`, body, assertion());
  expect(refusal(await refund({ amount: { currency_code: 'USD', value: '1.00' } }))[1]).toBe(
    'TRANSACTION_DISPUTED',
  );
  expect((await refund({})).status).toBe(201);
  expect((await read(id)).body).toMatchObject({
    status: 'RESOLVED',
    dispute_outcome: { amount_refunded: { value: '27.00' } },
  });
});

test('a buyer who cancels, and a dispute that is over, move nothing', async () => {
  const { id, capture_id } = await dispute();
  expect((await other(id, 'resolve', { outcome: 'CANCELED_BY_BUYER' })).body['status']).toBe('RESOLVED');
  expect((await captureOf(capture_id))['status']).toBe('COMPLETED');
  expect((await other(id, 'message', { message: 'x' })).status).toBe(409);
  expect((await other(id, 'escalate')).status).toBe(409);
  expect((await other(id, 'resolve', { outcome: 'WON' })).status).toBe(422);
  expect((await bench.control('POST', `/captures/${capture_id}/dispute`, { reason: 'OTHER' })).status).toBe(
    200,
  );
});

test('only the seller it is against sees it, and acts with the permission to', async () => {
  const { id } = await dispute();
  expect(refusal(await bench.api('GET', `${PATH}/${id}`))).toEqual([403, 'PERMISSION_DENIED']);
  const { body } = await bench.control('POST', '/accounts', { granted: ALL_FEATURES });
  const stranger = assertion(body['account_id']);
  expect((await bench.api('GET', `${PATH}/${id}`, undefined, stranger)).status).toBe(404);
  expect((await act(id, 'send-message', { message: 'x' }, stranger)).status).toBe(404);
  expect((await bench.api('GET', PATH, undefined, stranger)).body['items']).toEqual([]);
  await bench.control('PATCH', `/accounts/${SELLER}`, { granted: ['PAYMENT', 'READ_SELLER_DISPUTE'] });
  expect((await read(id)).status).toBe(200);
  expect(refusal(await act(id, 'send-message', { message: 'x' }))).toEqual([403, 'PERMISSION_DENIED']);
});

test('the list is filtered and paged, newest first, and names the state', async () => {
  const first = await dispute();
  bench.advance(60);
  const second = await dispute({ reason: 'UNAUTHORISED' });
  const list = (query: string): Promise<Answered> =>
    bench.api('GET', `${PATH}${query}`, undefined, assertion());
  const page = await list('?page_size=1');
  expect(page.body['items']).toMatchObject([{ dispute_id: second.id, dispute_state: 'REQUIRED_ACTION' }]);
  const next = page.body['links'].find(({ rel }: { rel: string }) => rel === 'next');
  const rest = await bench.api('GET', next.href.slice(bench.sandbox.url.length), undefined, assertion());
  expect(rest.body['items']).toMatchObject([{ dispute_id: first.id, dispute_state: 'OPEN_INQUIRIES' }]);
  expect((await list('?dispute_state=OPEN_INQUIRIES,RESOLVED')).body['items']).toHaveLength(1);
  expect((await list(`?disputed_transaction_id=${first.capture_id}`)).body['items']).toHaveLength(1);
  expect((await list('?start_time=2030-05-06T00:00:00Z&disputed_transaction_id=X')).status).toBe(400);
  expect((await list('?page_size=51')).status).toBe(400);
  expect((await list('?dispute_state=LOST')).status).toBe(400);
  expect((await list('?update_time_before=2000-01-01T00:00:00Z')).body['items']).toEqual([]);
});

test('what an action is given is judged, and a fault strikes it', async () => {
  const { id } = await dispute();
  expect(refusal(await act(id, 'send-message', { message: '' }))).toEqual([400, 'INVALID_STRING_LENGTH']);
  expect(refusal(await act(id, 'make-offer', { note: 'x', offer_type: 'GIFT' }))).toEqual([
    400,
    'INVALID_PARAMETER_VALUE',
  ]);
  expect(refusal(await act(id, 'provide-evidence', { evidences: [] }))).toEqual([
    400,
    'INVALID_ARRAY_MIN_ITEMS',
  ]);
  const missing = evidence({ documents: [{ name: 'none.pdf' }] });
  expect(refusal(await act(id, 'provide-evidence', missing))).toEqual([400, 'INVALID_PARAMETER_VALUE']);
  const program = await actInParts(id, 'provide-evidence', evidence(), [['run.exe', new Blob(['x'])]]);
  expect(program.status).toBe(400);
  expect((await act(id, 'accept-offer', {})).status).toBe(403);
  await bench.control('POST', '/faults', { operation: 'disputes.act', mode: 'error' });
  expect((await act(id, 'send-message', { message: 'x' })).status).toBe(500);
  await bench.control('POST', '/faults', { operation: 'disputes.read', mode: 'error', status: 503 });
  expect((await read(id)).status).toBe(503);
});
