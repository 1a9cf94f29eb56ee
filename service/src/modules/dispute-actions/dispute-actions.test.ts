import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '../../../../postgres/failures.ts';
import { loseNextCommit } from '../../../../tests/world/lost-commit.ts';
import { refusalOf, stopping } from '../../../../tests/world/module-world.ts';
import { noBecause, UNKNOWN } from '../../../../tests/world/scripted-rail.ts';
import type { DisputeAction, ProviderDispute } from '../../rails/rail.ts';
import { orThrow } from '../../refused.ts';
import { disputeSteps } from '../disputes/disputes.fixture.ts';
import { settleNow } from '../doubt/index.ts';
import { actOnDispute, tellTaken } from './act-on-dispute.ts';
import { disputeActionDoubt } from './settle.ts';
import { settleByHand } from './settle-by-hand.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const MESSAGE = { action: 'send-message', message: 'It is on its way.' } as const;

const { on, shows, known, opened } = disputeSteps();

const take = async (provider_dispute_id: string, ctx = on.world.ctx, action: DisputeAction = MESSAGE) =>
  actOnDispute(ctx, {
    merchant_id: on.merchant.merchant_id,
    dispute_id: (await known(provider_dispute_id)).id,
    actor: 'key:test',
    action,
  }).then(orThrow);
const settle = (of: Parameters<typeof settleByHand>[1]) => settleByHand(on.world.ctx, of).then(orThrow);
const rowOf = async (provider_dispute_id: string) =>
  on.world.ctx.db
    .selectFrom('dispute_actions')
    .select(['id', 'state', 'refusal', 'last_problem'])
    .where('dispute_id', '=', (await known(provider_dispute_id)).id)
    .executeTakeFirstOrThrow();
const said = (...words: string[]) => words.map((one) => ({ action: 'send-message', words: one }) as const);

test('an action whose process ended before it was sent was not given, half a minute later', async () => {
  const dispute = await opened();
  shows(dispute);
  // The process is gone: nobody hears what becomes of the call.
  on.world.script.answerBy('disputes.act', () => new Promise(() => undefined));
  void take(dispute.provider_dispute_id);
  await expect.poll(() => on.world.script.asked('disputes.act')).toHaveLength(1);
  const { id } = await rowOf(dispute.provider_dispute_id);
  on.world.ctx.clock.move(29);
  shows(dispute);
  expect(await settleNow(on.world.ctx, disputeActionDoubt, id)).toEqual({ isSettled: false });
  on.world.ctx.clock.move(2);
  shows(dispute);
  expect(await settleNow(on.world.ctx, disputeActionDoubt, id)).toEqual({ isSettled: true });
  expect(await rowOf(dispute.provider_dispute_id)).toMatchObject({ state: 'refused' });
  expect(on.world.script.asked('disputes.act')).toHaveLength(1);
});

test('an action whose process ended after it was sent is found', async () => {
  const dispute = await opened();
  shows(dispute);
  on.world.script.answerBy('disputes.act', () => new Promise(() => undefined));
  void take(dispute.provider_dispute_id);
  await expect.poll(() => on.world.script.asked('disputes.act')).toHaveLength(1);
  const { id } = await rowOf(dispute.provider_dispute_id);
  shows({ ...dispute, answered: said('It is on its way.') });
  expect(await settleNow(on.world.ctx, disputeActionDoubt, id)).toEqual({ isSettled: true });
  expect(await rowOf(dispute.provider_dispute_id)).toMatchObject({ state: 'done' });
});

test('an action that the dispute shows in other words stays open', async () => {
  const dispute = await opened({ answered: said('Hello') });
  shows(dispute);
  on.world.script.answer('disputes.act', UNKNOWN);
  expect(await refusalOf(take(dispute.provider_dispute_id))).toBe('outcome_unknown');
  const { id } = await rowOf(dispute.provider_dispute_id);
  on.world.ctx.clock.move(HOUR);
  shows({ ...dispute, answered: said('Hello', 'It is on its w\u2026') });
  expect(await settleNow(on.world.ctx, disputeActionDoubt, id)).toEqual({ isSettled: false });
  expect(await rowOf(dispute.provider_dispute_id)).toMatchObject({
    state: 'unknown',
    last_problem: 'the dispute shows such an answer in other words',
  });
  shows({ ...dispute, answered: said('Hello', 'It is on its w\u2026', 'It is on its way.') });
  expect(await settleNow(on.world.ctx, disputeActionDoubt, id)).toEqual({ isSettled: true });
});

test('an action that can be given no more stays open until the dispute shows whether it was', async () => {
  const action = 'acknowledge-return-item';
  const dispute = await opened({ available_actions: [action] });
  const { provider_dispute_id } = dispute;
  shows(dispute);
  on.world.script.answer('disputes.act', UNKNOWN);
  const acknowledged = { action, acknowledgement_type: 'DAMAGED', note: 'Broken' } as const;
  expect(await refusalOf(take(provider_dispute_id, on.world.ctx, acknowledged))).toBe('outcome_unknown');
  const { id } = await rowOf(provider_dispute_id);
  on.world.ctx.clock.move(HOUR);
  const states: [shown: Partial<ProviderDispute>, last_problem: string][] = [
    [{ unclear: [action] }, 'the dispute takes it no more and does not show whether it was given'],
    [{ answered: [{ action, words: 'ITEM_RECEIVED' }] }, 'the dispute shows such an answer in other words'],
  ];
  for (const [shown, last_problem] of states) {
    shows({ ...dispute, available_actions: [], ...shown });
    expect(await settleNow(on.world.ctx, disputeActionDoubt, id)).toEqual({ isSettled: false });
    expect(await rowOf(provider_dispute_id)).toMatchObject({ state: 'unknown', last_problem });
  }
});

test('an action was given although the dispute cannot be read after it', async () => {
  const dispute = await opened();
  shows(dispute);
  on.world.script.answer('disputes.act', { kind: 'done' });
  on.world.script.answerBy('disputes.read', () => Promise.reject(new DatabaseUnavailable('cut')));
  await take(dispute.provider_dispute_id);
  expect(await rowOf(dispute.provider_dispute_id)).toMatchObject({ state: 'done' });
});

test('an action that nobody was told of is given once, also with another between, and later it is another', async () => {
  const dispute = await opened();
  const { provider_dispute_id } = dispute;
  const takeAt = async (minutes: number, action: DisputeAction, times: number) => {
    on.world.ctx.clock.move(minutes * MINUTE);
    shows(dispute, dispute);
    const { action_id } = await take(provider_dispute_id, on.world.ctx, action);
    expect(on.world.script.asked('disputes.act')).toHaveLength(times);
    return action_id;
  };
  const done = { kind: 'done' } as const;
  const other = { ...MESSAGE, message: 'It was left at the door.' };
  on.world.script.answer('disputes.act', done, done, done);
  await takeAt(0, MESSAGE, 1);
  await tellTaken(on.world.ctx, await takeAt(4, other, 2));
  await takeAt(5, MESSAGE, 2);
  await takeAt(2, MESSAGE, 3);
});

test('an action that was told of is another one when it is asked for again', async () => {
  const dispute = await opened();
  const { provider_dispute_id } = dispute;
  on.world.script.answer('disputes.act', { kind: 'done' }, { kind: 'done' });
  for (let times = 1; times <= 2; times += 1) {
    shows(dispute, dispute);
    const { action_id } = await take(provider_dispute_id);
    await tellTaken(on.world.ctx, action_id);
    on.world.ctx.clock.move(1);
    expect(on.world.script.asked('disputes.act')).toHaveLength(times);
  }
});

test('an action was given although the database does not take that it was told of, which it is all the same', async () => {
  const dispute = await opened();
  const { db } = on.world.ctx;
  const { id: dispute_id } = await known(dispute.provider_dispute_id);
  shows(dispute);
  on.world.script.answer('disputes.act', { kind: 'done' });
  const { action_id } = await take(dispute.provider_dispute_id);
  const lost = await loseNextCommit(db, { table: 'dispute_actions', when: 'new.is_told', alone: true });
  await tellTaken(on.world.ctx, action_id);
  await lost.begun();
  const action = () =>
    db.selectFrom('dispute_actions').select('is_told').where('dispute_id', '=', dispute_id).execute();
  await expect.poll(action).toEqual([{ is_told: true }]);
  await lost.over();
});

test('that an action was told of, noted late, says nothing of the same one that was given since', async () => {
  const dispute = await opened();
  const { ctx, script } = on.world;
  const answered = async () => {
    shows(dispute);
    const { action_id } = await take(dispute.provider_dispute_id);
    ctx.clock.move(1);
    return action_id;
  };
  script.answer('disputes.act', { kind: 'done' }, { kind: 'done' });
  const first = await answered();
  await tellTaken(ctx, first);
  const second = await answered();
  await tellTaken(ctx, first);
  expect([await answered(), script.asked('disputes.act').length]).toEqual([second, 2]);
});

test.each([
  [true, 'done'],
  [false, 'refused'],
])('an action in doubt is settled by hand as given: %s', async (was_given, state) => {
  const dispute = await opened();
  const { provider_dispute_id } = dispute;
  const { id: dispute_id } = await known(provider_dispute_id);
  expect(await refusalOf(settle({ dispute_id, was_given }))).toBe('unsettled_not_found');
  shows(dispute);
  on.world.script.answer('disputes.act', UNKNOWN);
  await refusalOf(take(provider_dispute_id));
  await settle({ dispute_id, was_given });
  expect(await rowOf(provider_dispute_id)).toMatchObject({ state });
  // The dispute takes another. Whoever gave this one, and asks for it again, has not heard what the operator knows.
  shows(dispute, dispute);
  if (!was_given) on.world.script.answer('disputes.act', { kind: 'done' });
  on.world.ctx.clock.move(1);
  await take(provider_dispute_id);
});

test('an action under way is not settled by hand', async () => {
  const dispute = await opened();
  const { id: dispute_id } = await known(dispute.provider_dispute_id);
  shows(dispute);
  on.world.script.answerBy('disputes.act', () => new Promise(() => undefined));
  void take(dispute.provider_dispute_id);
  await expect.poll(() => on.world.script.asked('disputes.act')).toHaveLength(1);
  const settled = settle({ dispute_id, was_given: true });
  expect(await refusalOf(settled)).toBe('dispute_action_under_way');
  // Nobody can be giving it by then.
  on.world.ctx.clock.move(MINUTE);
  await settle({ dispute_id, was_given: true });
  expect(await rowOf(dispute.provider_dispute_id)).toMatchObject({ state: 'done' });
});

test('an action that another process is giving is waited for, and by one that stops is not', async () => {
  const dispute = await opened();
  const { provider_dispute_id } = dispute;
  const sent = Promise.withResolvers<void>();
  shows(dispute, dispute, dispute);
  on.world.script.answerBy('disputes.act', async () => {
    await sent.promise;
    return { kind: 'refused', refusal: noBecause('NO') };
  });
  const first = refusalOf(take(provider_dispute_id));
  await expect.poll(() => on.world.script.asked('disputes.act')).toHaveLength(1);
  expect(await refusalOf(take(provider_dispute_id, stopping(on.world)))).toBe('outcome_unknown');
  const second = refusalOf(take(provider_dispute_id));
  await expect.poll(() => on.world.script.unused()).toEqual([]);
  sent.resolve();
  expect(await Promise.all([first, second])).toEqual(['dispute_action_refused', 'dispute_action_refused']);
});
