import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeChannel, makeConnectedMerchant, type TestMerchant } from '../world/actors.ts';
import {
  takeAction,
  atProvider,
  disputeEvents,
  makeDispute,
  otherSide,
  readDispute,
  type TestDispute,
} from '../world/disputes.ts';
import { askProvider } from '../world/past-the-service.ts';
import { startWorld, type World } from '../world/world.ts';
import { as, expectProblem, expectRefused, NOBODY } from './support.ts';

// What a merchant does about a dispute, and what the provider makes of it.

const NOT_AS_DESCRIBED = 'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED';
const DAY = 86_400;

let world: World;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
});
afterEach(async () => {
  await world.control('DELETE', 'faults');
  await world.control('POST', 'notices/release');
  await world.drain();
});
afterAll(() => world.close());

const give = ({ id }: { id: string }, action: string, body: object) =>
  takeAction(world, merchant, { id, action, body });
const sentTo = async ({ provider_id }: TestDispute, action: string) => {
  const { items } = (await world.control('GET', 'requests?limit=20')).body;
  return items.filter(({ path }: { path: string }) => path.endsWith(`/${provider_id}/${action}`)) as {
    headers: Record<string, string>;
    body: string;
  }[];
};
const typesOf = async (disputed: TestDispute) =>
  (await disputeEvents(world, merchant, disputed)).map(({ type }) => type);

async function underReview(): Promise<TestDispute> {
  const made = await makeDispute(world, merchant, { reason: 'UNAUTHORISED' });
  expect((await give(made, 'provide-evidence', { notes: 'It was them.' })).status).toBe(200);
  return made;
}

describe('each action', () => {
  test('send-message is read by the buyer, and answers 200 with the detail', async () => {
    const made = await makeDispute(world, merchant);
    const answered = await give(made, 'send-message', { message: 'It is on its way. \u2708' });
    expect(answered.status).toBe(200);
    expect(answered.body).toEqual(await readDispute(world, merchant, made.id));
    expect(answered.body.provider_payload.messages.at(-1)).toMatchObject({
      posted_by: 'SELLER',
      content: 'It is on its way. \u2708',
    });
    expect(await typesOf(made)).toEqual(['dispute.created', 'dispute.updated']);
  });

  test('make-offer with an amount and without waits for the buyer', async () => {
    const [half, all] = [await makeDispute(world, merchant), await makeDispute(world, merchant)];
    const offer = { note: 'Half of it?', offer_type: 'REFUND' };
    const offered = await give(half, 'make-offer', { ...offer, offer_amount: '10.00' });
    expect(offered.body).toMatchObject({
      status: 'WAITING_FOR_BUYER_RESPONSE',
      response_deadline: null,
      available_actions: [],
      provider_payload: { offer: { seller_offered_amount: { currency_code: 'USD', value: '10.00' } } },
    });
    expect((await give(all, 'make-offer', { ...offer, offer_amount: null })).body).toMatchObject({
      provider_payload: { offer: { seller_offered_amount: { value: '20.00' } } },
    });
    await otherSide(world, half.provider_id, 'accept-offer');
    await otherSide(world, all.provider_id, 'deny-offer');
    await world.drain();
    expect(await readDispute(world, merchant, half.id)).toMatchObject({
      status: 'RESOLVED',
      outcome: 'RESOLVED_BUYER_FAVOUR',
    });
    expect((await readDispute(world, merchant, all.id)).status).toBe('WAITING_FOR_SELLER_RESPONSE');
    const paid = await world.call('GET', `/api/transactions/${half.transaction_id}`, as(merchant));
    expect(paid.body).toMatchObject({ status: 'captured', refunded_amount_cents: 1_000 });
  });

  test('accept-claim ends the dispute and the buyer has the money', async () => {
    const made = await makeDispute(world, merchant);
    const answered = await give(made, 'accept-claim', { note: 'We are sorry.' });
    expect(answered).toMatchObject({
      status: 200,
      body: { status: 'RESOLVED', outcome: 'RESOLVED_BUYER_FAVOUR' },
    });
    await world.drain();
    expect(await typesOf(made)).toEqual(['dispute.created', 'dispute.resolved']);
    const paid = await world.call('GET', `/api/transactions/${made.transaction_id}`, as(merchant));
    expect(paid.body).toMatchObject({ status: 'refunded', refunded_amount_cents: 2_000 });
  });

  test('escalate makes a claim of an inquiry', async () => {
    const made = await makeDispute(world, merchant);
    const answered = await give(made, 'escalate', { note: 'Please decide.' });
    expect(answered.body).toMatchObject({
      provider_payload: { dispute_life_cycle_stage: 'CHARGEBACK' },
      available_actions: ['accept-claim', 'provide-evidence'],
    });
  });

  test('provide-evidence goes as a form with its defaults, and the provider reviews it', async () => {
    const made = await makeDispute(world, merchant, { reason: 'UNAUTHORISED' });
    const tracking_info = { carrier_name: 'ups', tracking_number: '1Z999', weight: '2 kg' };
    const answered = await give(made, 'provide-evidence', {
      notes: 'Signed for.',
      document_text: 'Delivered on Monday.\n\u201cLeft with Zo\u00eb\u201d',
      tracking_info,
    });
    expect(answered.body).toMatchObject({
      status: 'UNDER_REVIEW',
      available_actions: ['provide-supporting-info'],
    });
    expect(answered.body.provider_payload.evidences).toEqual([
      expect.objectContaining({
        evidence_type: 'PROOF_OF_FULFILLMENT',
        notes: 'Signed for.\nweight: 2 kg',
        evidence_info: { tracking_info: [{ carrier_name: 'UPS', tracking_number: '1Z999' }] },
        documents: [{ name: 'document.pdf' }],
        source: 'SUBMITTED_BY_SELLER',
      }),
    ]);
    const [sent] = await sentTo(made, 'provide-evidence');
    expect(sent!.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  });

  test.each([{}, { evidence_type: '' }])(
    'provide-evidence without anything is of the default type: %o',
    async (type) => {
      const made = await makeDispute(world, merchant, { reason: 'UNAUTHORISED' });
      const nothing = { notes: null, document_text: null, tracking_info: null };
      const answered = await give(made, 'provide-evidence', { ...nothing, ...type });
      expect(answered.body.provider_payload.evidences).toMatchObject([
        { evidence_type: 'PROOF_OF_FULFILLMENT' },
      ]);
    },
  );

  test('tracking takes whatever the channel has: null is nothing, and what is no text is written out', async () => {
    const made = await makeDispute(world, merchant, { reason: 'UNAUTHORISED' });
    const parcel = { carrier_name: 'ups', tracking_number: '1Z999', tracking_url: null };
    const tracking_info = { ...parcel, signed: true, stops: [{ at: 'Oslo' }], weight_kg: 2.5 };
    const answered = await give(made, 'provide-evidence', { tracking_info });
    expect(answered).toMatchObject({ status: 200 });
    expect(answered.body.provider_payload.evidences).toMatchObject([
      {
        notes: 'signed: true\nstops: [{"at":"Oslo"}]\nweight_kg: 2.5',
        evidence_info: { tracking_info: [{ carrier_name: 'UPS', tracking_number: '1Z999' }] },
      },
    ]);
  });

  test('a document in letters that cannot be printed is told in the notes, or refused when it is too long', async () => {
    const made = await makeDispute(world, merchant, { reason: 'UNAUTHORISED' });
    const long = await give(made, 'provide-evidence', { document_text: '\u914d\u9054'.repeat(2_000) });
    expectRefused(long, 409, 'The provider refused this answer', { provider_code: 'DOCUMENT_NOT_PRINTABLE' });
    const short = await give(made, 'provide-evidence', {
      notes: 'See:',
      document_text: '\u914d\u9054\u6e08',
    });
    expect(short.body.provider_payload.evidences).toMatchObject([{ notes: 'See:\n\n\u914d\u9054\u6e08' }]);
  });

  test('provide-supporting-info adds to what is under review', async () => {
    const made = await underReview();
    const plain = await give(made, 'provide-supporting-info', { notes: 'The camera saw them.' });
    expect(plain.body.provider_payload.supporting_info).toMatchObject([{ notes: 'The camera saw them.' }]);
    const body = { notes: 'And here.', document_text: 'Statement' };
    const documented = await give(made, 'provide-supporting-info', body);
    expect(documented.body.provider_payload.supporting_info.at(-1)).toMatchObject({
      notes: 'And here.',
      documents: [{ name: 'document.pdf' }],
    });
  });

  test('appeal brings a decision before the provider once more, and may win', async () => {
    const made = await underReview();
    await otherSide(world, made.provider_id, 'resolve', { outcome: 'RESOLVED_BUYER_FAVOUR' });
    await world.drain();
    const appealed = await give(made, 'appeal', {
      notes: 'It arrived after all.',
      evidence_type: 'PROOF_OF_RECEIPT_COPY',
    });
    expect(appealed.body).toMatchObject({
      status: 'UNDER_REVIEW',
      outcome: null,
      provider_payload: { dispute_life_cycle_stage: 'PRE_ARBITRATION' },
    });
    expectRefused(await give(made, 'appeal', {}), 409, undefined, {
      available_actions: ['provide-supporting-info'],
    });
    await otherSide(world, made.provider_id, 'resolve', { outcome: 'RESOLVED_SELLER_FAVOUR' });
    await world.drain();
    expect(await typesOf(made)).toEqual([
      'dispute.created',
      'dispute.updated',
      'dispute.resolved',
      'dispute.updated',
      'dispute.resolved',
    ]);
    expect((await readDispute(world, merchant, made.id)).outcome).toBe('RESOLVED_SELLER_FAVOUR');
  });

  test.each([
    ['ITEM_RECEIVED', 'RESOLVED'],
    ['DAMAGED', 'UNDER_REVIEW'],
  ])('acknowledge-return-item with %s leads to %s', async (acknowledgement_type, status) => {
    const made = await makeDispute(world, merchant, { reason: NOT_AS_DESCRIBED });
    const offer = { note: 'Send it back.', offer_type: 'REFUND_WITH_RETURN' };
    expect((await give(made, 'make-offer', offer)).status).toBe(200);
    await otherSide(world, made.provider_id, 'accept-offer');
    await otherSide(world, made.provider_id, 'return-item');
    await world.drain();
    expect((await readDispute(world, merchant, made.id)).available_actions).toEqual([
      'acknowledge-return-item',
    ]);
    const answered = await give(made, 'acknowledge-return-item', { acknowledgement_type, note: null });
    expect(answered).toMatchObject({ status: 200, body: { status } });
  });
});

describe('what is refused', () => {
  test('an action that the dispute does not take now is 409 and not sent', async () => {
    const made = await makeDispute(world, merchant);
    const before = await atProvider(world, made.provider_id);
    for (const [action, body] of [
      ['acknowledge-return-item', { acknowledgement_type: 'DAMAGED' }],
      ['appeal', {}],
      ['provide-evidence', {}],
      ['provide-supporting-info', { notes: 'x' }],
    ] as const) {
      const available_actions = ['accept-claim', 'escalate', 'make-offer', 'send-message'];
      expectRefused(await give(made, action, body), 409, undefined, { available_actions });
      expect(await sentTo(made, action)).toEqual([]);
    }
    expect(await atProvider(world, made.provider_id)).toEqual(before);
  });

  test('an action that is available no more, though nobody told of it, is 409', async () => {
    const made = await makeDispute(world, merchant);
    await world.control('POST', 'notices', { mode: 'hold' });
    await otherSide(world, made.provider_id, 'resolve', { outcome: 'CANCELED_BY_BUYER' });
    expectRefused(await give(made, 'escalate', { note: 'x' }), 409, undefined, { available_actions: [] });
    expect((await readDispute(world, merchant, made.id)).outcome).toBe('CANCELED_BY_BUYER');
  });

  test('what the provider refuses is 409 with its code, and may be tried again', async () => {
    const made = await makeDispute(world, merchant);
    const refused = await give(made, 'make-offer', { note: 'x', offer_type: 'REFUND_WITH_RETURN' });
    expectRefused(refused, 409, 'The provider refused this answer', { provider_code: expect.any(String) });
    const more = { note: 'x', offer_type: 'REFUND', offer_amount: '20.01' };
    expectRefused(await give(made, 'make-offer', more), 409, undefined, {
      provider_code: expect.any(String),
    });
    expect((await give(made, 'make-offer', { ...more, offer_amount: '20.00' })).status).toBe(200);
  });

  test('a seller who withdrew the access cannot answer, and reads why', async () => {
    const shop = await makeConnectedMerchant(world, merchant);
    const { id } = await makeDispute(world, shop);
    await world.control('POST', `accounts/${shop.account_id}/revoke-consent`, {});
    const answered = await takeAction(world, shop, { id, action: 'escalate', body: { note: 'x' } });
    expectRefused(
      answered,
      409,
      "The merchant's account at the provider has not granted access to its disputes",
    );
  });

  const BODIES: [action: string, good: object, required: string[], lengths: string[]][] = [
    ['accept-claim', { note: 'x' }, ['note'], ['note']],
    [
      'acknowledge-return-item',
      { acknowledgement_type: 'x', note: null },
      ['acknowledgement_type'],
      ['acknowledgement_type'],
    ],
    ['appeal', { document_text: null, notes: null, evidence_type: 'X' }, [], ['evidence_type']],
    ['escalate', { note: 'x' }, ['note'], ['note']],
    [
      'make-offer',
      { note: 'x', offer_type: 'x', offer_amount: null },
      ['note', 'offer_type'],
      ['note', 'offer_type'],
    ],
    [
      'provide-evidence',
      { document_text: null, notes: null, evidence_type: 'X', tracking_info: null },
      [],
      [],
    ],
    ['provide-supporting-info', { notes: 'x', document_text: null }, ['notes'], ['notes']],
    ['send-message', { message: 'x' }, ['message'], ['message']],
  ];

  test.each(BODIES)('%s takes its fields and no others', async (action, good, required, lengths) => {
    const refusedAt = async (body: object, field: string, type?: string) =>
      expectProblem(await give({ id: NOBODY }, action, body), ['body', field], type);
    await refusedAt({ ...good, surplus: 1 }, 'surplus', 'extra_forbidden');
    for (const field of required) {
      const { [field as keyof typeof good]: _left, ...rest } = good;
      await refusedAt(rest, field, 'missing');
    }
    for (const field of lengths) await refusedAt({ ...good, [field]: '' }, field, 'string_too_short');
    for (const field of Object.keys(good)) await refusedAt({ ...good, [field]: [] }, field);
  });

  test('an amount that is none of the currency is a problem of its field', async () => {
    const made = await makeDispute(world, merchant);
    const offer = { note: 'x', offer_type: 'REFUND' };
    for (const offer_amount of ['1.005', '0', '-1', 'ten']) {
      expectProblem(await give(made, 'make-offer', { ...offer, offer_amount }), ['body', 'offer_amount']);
    }
  });
});

describe('the trail', () => {
  test('names who answered', async () => {
    const made = await makeDispute(world, merchant);
    await give(made, 'send-message', { message: 'Hello' });
    const { items } = (await world.operator('GET', 'audit?limit=50')).body;
    expect(items).toContainEqual(
      expect.objectContaining({
        action: 'dispute.answered',
        subject: made.id,
        actor: expect.stringMatching(/^key:/),
        detail: { action: 'send-message' },
      }),
    );
  });

  test('a dispute that nobody answers ends by itself, and its end is told', async () => {
    const made = await makeDispute(world, merchant, { reason: 'UNAUTHORISED', due_in_hours: 24 });
    await world.advance(2 * DAY);
    await world.drain();
    await world.drain();
    expect((await typesOf(made)).at(-1)).toBe('dispute.resolved');
    expect((await readDispute(world, merchant, made.id)).outcome).toBe('RESOLVED_BUYER_FAVOUR');
  });

  test('a buyer who is asked for evidence and gives none in time loses', async () => {
    const made = await underReview();
    const path = `/v1/customer/disputes/${made.provider_id}/require-evidence`;
    const { account_id } = merchant;
    const asked = await askProvider(world, path, { body: { action: 'BUYER_EVIDENCE' }, account_id });
    expect(asked.status).toBe(200);
    await world.drain();
    expect(await readDispute(world, merchant, made.id)).toMatchObject({
      status: 'WAITING_FOR_BUYER_RESPONSE',
      available_actions: [],
    });
    await world.advance(21 * DAY);
    await world.drain();
    await world.drain();
    expect(await readDispute(world, merchant, made.id)).toMatchObject({
      status: 'RESOLVED',
      outcome: 'RESOLVED_SELLER_FAVOUR',
    });
    expect((await typesOf(made)).at(-1)).toBe('dispute.resolved');
  });

  test('a question that comes to no claim ends without an outcome, and the money stays', async () => {
    const made = await makeDispute(world, merchant);
    await world.advance(21 * DAY);
    await world.drain();
    await world.drain();
    expect((await typesOf(made)).at(-1)).toBe('dispute.resolved');
    expect((await readDispute(world, merchant, made.id)).outcome).toBe('NONE');
    const { body } = await world.call('GET', `/api/transactions/${made.transaction_id}`, as(merchant));
    expect(body).toMatchObject({ status: 'captured' });
  });
});
