import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeChannel, makeConnectedMerchant, type TestMerchant } from '../world/actors.ts';
import {
  takeAction,
  atProvider,
  disputeEvents,
  disputePath,
  makeDispute,
  otherSide,
  readDispute,
  type TestDispute,
} from '../world/disputes.ts';
import { ACTION_CASES, disputeFor, sentCount as sent } from '../world/dispute-actions.ts';
import { askProvider } from '../world/past-the-service.ts';
import { startWorld, type World } from '../world/world.ts';
import { expectRefused } from './support.ts';

// Actions whose outcome nobody heard: looked for in the dispute, and never taken a second time.

const AFTER = ['error_after_commit', 'reset_after_commit', 'garbage'];
const BEFORE = ['error', 'reset'];

let world: World;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startWorld({ providerLimits: { callTimeoutMs: 5_000 } });
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
});
afterEach(async () => {
  await world.control('DELETE', 'faults');
  await world.control('POST', 'notices/release');
  await world.drain();
});
afterAll(() => world.close());

const give = (made: TestDispute, action: string, body: object) =>
  takeAction(world, merchant, { id: made.id, action, body });
const arm = (mode: string, times = 1) =>
  world.control('POST', 'faults', { operation: 'disputes.act', mode, times });
const itemOf = async ({ transaction_id }: TestDispute) =>
  (await world.operator('GET', 'unsettled?limit=200')).body.items.find(
    (item: { transaction_id: string }) => item.transaction_id === transaction_id,
  );
const later = async (seconds: number) => {
  await world.advance(seconds);
  await world.drain();
};
const sentCount = (made: TestDispute, action: string) => sent(world, made, action);
async function typesOf(made: TestDispute): Promise<string[]> {
  return (await disputeEvents(world, merchant, made)).map(({ type }) => type);
}

describe.each(ACTION_CASES)('$action', (one) => {
  const { action, body } = one;

  test('that was taken without an answer is found, given once, and told once', async () => {
    const made = await disputeFor({ world, merchant }, one);
    await world.control('POST', 'notices', { mode: 'hold' });
    const before = await typesOf(made);
    await arm(AFTER[ACTION_CASES.indexOf(one) % AFTER.length]!);
    expectRefused(await give(made, action, body), 503);
    // Nothing is asked of the dispute while nobody knows: the same answer waits for the outcome, any other is refused.
    expectRefused(await give(made, action, body), 503);
    await later(10);
    expect(await itemOf(made)).toBeUndefined();
    expect(await sentCount(made, action)).toBe(1);
    await world.control('POST', 'notices/release');
    await world.drain();
    expect((await typesOf(made)).slice(before.length)).toHaveLength(1);
  });

  test('that never arrived is not found after half a minute, and may be given again', async () => {
    const made = await disputeFor({ world, merchant }, one);
    const before = await atProvider(world, made.provider_id);
    await arm(BEFORE[ACTION_CASES.indexOf(one) % BEFORE.length]!);
    expectRefused(await give(made, action, body), 503);
    await later(10);
    expect(await itemOf(made)).toMatchObject({
      kind: 'dispute_action',
      state: 'unknown',
      needs_person: false,
    });
    expect(await atProvider(world, made.provider_id)).toEqual(before);
    await later(30);
    await later(120);
    expect(await itemOf(made)).toBeUndefined();
    expect(await sentCount(made, action)).toBe(1);
    expect((await give(made, action, body)).status).toBe(200);
  });

  test('that is asked for five times at once is given once', async () => {
    const made = await disputeFor({ world, merchant }, one);
    const before = await sentCount(made, action);
    const answers = await Promise.all(Array.from({ length: 5 }, () => give(made, action, body)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await sentCount(made, action)) - before).toBe(1);
  });
});

describe('a dispute with an action in doubt', () => {
  test('takes no other action until the outcome is known', async () => {
    const made = await makeDispute(world, merchant);
    await arm('error');
    expectRefused(await give(made, 'send-message', { message: 'One' }), 503);
    expectRefused(await give(made, 'send-message', { message: 'Two' }), 409);
    expectRefused(await give(made, 'escalate', { note: 'x' }), 409);
    await later(200);
    expect((await give(made, 'send-message', { message: 'Two' })).status).toBe(200);
  });

  test('that cannot be read stays open, and is settled once it can be', async () => {
    const made = await makeDispute(world, merchant);
    await arm('error_after_commit');
    expectRefused(await give(made, 'escalate', { note: 'x' }), 503);
    await world.control('POST', 'faults', { operation: 'disputes.read', mode: 'error', times: 50 });
    await later(200);
    expect(await itemOf(made)).toMatchObject({
      kind: 'dispute_action',
      amount_cents: 2_000,
      currency: 'USD',
    });
    await world.control('DELETE', 'faults');
    const { id } = await itemOf(made);
    expect((await world.operator('POST', `unsettled/${id}/check`)).body).toEqual({ id, settled: true });
    expect((await readDispute(world, merchant, made.id)).provider_payload).toMatchObject({
      dispute_life_cycle_stage: 'CHARGEBACK',
    });
    expect(await sentCount(made, 'escalate')).toBe(1);
  });

  test('an action that certainly never left is 503 and leaves nothing', async () => {
    const made = await makeDispute(world, merchant);
    await arm('refuse');
    await world.control('DELETE', 'faults');
    await world.control('POST', 'faults', {
      operation: 'disputes.act',
      mode: 'error',
      status: 429,
      times: 1,
    });
    expectRefused(
      await give(made, 'escalate', { note: 'x' }),
      503,
      'The payment provider could not be reached',
    );
    expect(await itemOf(made)).toBeUndefined();
    expect((await give(made, 'escalate', { note: 'x' })).status).toBe(200);
  });

  test('the same message twice, one after the other, is two messages', async () => {
    const made = await makeDispute(world, merchant);
    for (let nth = 0; nth < 2; nth += 1) {
      expect((await give(made, 'send-message', { message: 'Again' })).status).toBe(200);
    }
    const { messages } = await atProvider(world, made.provider_id);
    expect(messages.filter(({ content }: { content: string }) => content === 'Again')).toHaveLength(2);
  });
});

test('whoever hung up before the answer came is told of it when they ask again, and heard once', async () => {
  const made = await makeDispute(world, merchant);
  const answered = async () =>
    (await world.operator('GET', 'audit?limit=200')).body.items.filter(
      ({ action, subject }: { action: string; subject: string }) =>
        action === 'dispute.answered' && subject === made.id,
    );
  const message = { message: 'Are you there?' };
  await world.control('POST', 'faults', { operation: 'disputes.act', mode: 'hang', times: 1, seconds: 1 });
  const gone = new AbortController();
  const asked = fetch(`${world.base_url}${disputePath(made.id, 'send-message')}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${merchant.key}`,
      'x-merchant-id': merchant.merchant_id,
      'content-type': 'application/json',
    },
    body: JSON.stringify(message),
    signal: gone.signal,
  });
  const reached = async () => (await world.control('GET', 'faults')).body.items;
  await expect.poll(reached).toEqual([]);
  gone.abort();
  await expect(asked).rejects.toThrow('aborted');
  await expect.poll(answered).toHaveLength(1);
  expect((await give(made, 'send-message', message)).status).toBe(200);
  expect(await sentCount(made, 'send-message')).toBe(1);
});

describe('an action that never arrived, of a seller who answered past the service', () => {
  const besides = (made: TestDispute, act: string, body: object) =>
    askProvider(world, `/v1/customer/disputes/${made.provider_id}/${act}`, {
      account_id: merchant.account_id,
      body,
    });
  const givenTo = async ({ id }: TestDispute, action: string) => {
    const { items } = (await world.operator('GET', 'audit?limit=200')).body;
    return items.filter(
      (entry: { subject: string; action: string; detail: { action: string } }) =>
        entry.subject === id && entry.action === 'dispute.answered' && entry.detail.action === action,
    );
  };

  test.each([
    {
      action: 'accept-claim',
      claim: { reason: 'UNAUTHORISED' },
      act: 'provide-evidence',
      instead: { evidences: [{ evidence_type: 'PROOF_OF_FULFILLMENT', notes: 'Signed for.' }] },
    },
    {
      action: 'accept-claim',
      claim: {},
      act: 'make-offer',
      instead: { note: 'Half?', offer_type: 'REPLACEMENT_WITHOUT_REFUND' },
    },
    {
      action: 'acknowledge-return-item',
      claim: { reason: 'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED' },
      act: 'acknowledge-return-item',
      instead: { acknowledgement_type: 'DAMAGED' },
    },
  ])('$action is not taken as given by $act', async ({ action, claim, act, instead }) => {
    const one = ACTION_CASES.find((known) => known.action === action)!;
    const made = await disputeFor({ world, merchant }, { ...one, claim });
    await arm('reset');
    expectRefused(await give(made, action, one.body), 503);
    expect((await besides(made, act, instead)).status).toBe(200);
    for (const seconds of [10, 40, 200]) await later(seconds);
    expect(await itemOf(made)).toMatchObject({ state: 'unknown', last_problem: expect.any(String) });
    expect(await givenTo(made, action)).toEqual([]);
    expect(await atProvider(world, made.provider_id)).not.toHaveProperty('dispute_outcome');
  });

  test('an acceptance is known not to have been given once the provider decides', async () => {
    const made = await makeDispute(world, merchant, { reason: 'UNAUTHORISED' });
    await arm('reset');
    expectRefused(await give(made, 'accept-claim', { note: 'We are sorry.' }), 503);
    await besides(made, 'provide-evidence', {
      evidences: [{ evidence_type: 'OTHER', notes: 'Signed for.' }],
    });
    await later(200);
    const { id } = await itemOf(made);
    await otherSide(world, made.provider_id, 'resolve', { outcome: 'RESOLVED_BUYER_FAVOUR' });
    expect((await world.operator('POST', `unsettled/${id}/check`)).body).toEqual({ id, settled: true });
    expect(await givenTo(made, 'accept-claim')).toEqual([]);
  });
});
