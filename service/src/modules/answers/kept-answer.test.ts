import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { refusalOf } from '../../../../tests/world/module-world.ts';
import { inTransaction } from '../../db/tx.ts';
import { HOUR_MS } from '../../lib/time.ts';
import { KeyOfOtherBody } from '../../refusals.ts';
import { startWorld, type World } from '../../../../tests/world/bare-world.ts';
import { answerOfOther, claimAnswer, forgetOldAnswers, fingerprintOf, keptAnswer } from './index.ts';

const KEPT_MS = 72 * HOUR_MS;
const BODY = { amount: '10.00', currency: 'USD' };
const OTHER_BODY = { ...BODY, amount: '11.00' };

let world: World;
let merchant_id: string;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  merchant_id = randomUUID();
});

const asked = (body: unknown = BODY, more: { key?: string; operation?: string; now?: Date } = {}) => ({
  ...{ merchant_id, operation: 'sessions.create', key: 'key', now: world.ctx.clock.now() },
  fingerprint: fingerprintOf(body),
  ...more,
});
const claim = (answer: string, of = asked()) =>
  inTransaction(world.ctx.db, (tx) => claimAnswer(tx, { ...of, answer }));
const kept = (of = asked()) => keptAnswer(world.ctx.db, of);
const later = (ms: number) => new Date(world.ctx.clock.now().getTime() + ms);

test('two bodies are the same however their members are ordered, and no other is', () => {
  expect(fingerprintOf({ currency: 'USD', amount: '10.00' })).toEqual(fingerprintOf(BODY));
  expect(fingerprintOf(OTHER_BODY)).not.toEqual(fingerprintOf(BODY));
});

test('the first answer under a key is kept, and told to whoever claims it after', async () => {
  expect(await kept()).toBeNull();
  expect(await claim('first')).toBeNull();
  expect(await claim('second')).toBe('first');
  expect(await kept()).toBe('first');
});

test('a key with another body is refused, before and after it would be claimed', async () => {
  await claim('first');
  await expect(kept(asked(OTHER_BODY))).rejects.toBeInstanceOf(KeyOfOtherBody);
  await expect(claim('second', asked(OTHER_BODY))).rejects.toBeInstanceOf(KeyOfOtherBody);
  expect(await kept()).toBe('first');
});

test('a key is of one merchant and one operation', async () => {
  await claim('first');
  expect(await kept(asked(BODY, { operation: 'other' }))).toBeNull();
  expect(await kept({ ...asked(), merchant_id: randomUUID() })).toBeNull();
});

test('of calls at once one keeps its answer, and the others read it', async () => {
  const told = await Promise.all(['a', 'b', 'c', 'd'].map((answer) => claim(answer)));
  const answer = await kept();
  expect(told.filter((other) => other === null)).toHaveLength(1);
  expect(new Set(told.filter((other) => other !== null))).toEqual(new Set([answer]));
});

test('an answer whose transaction comes to nothing is not kept', async () => {
  const undone = inTransaction(world.ctx.db, async (tx) => {
    await claimAnswer(tx, { ...asked(), answer: 'undone' });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await claim('first')).toBeNull();
});

test('a key lapses after 72 hours: it is as if it had never been used, also with another body', async () => {
  await claim('first');
  expect(await kept(asked(BODY, { now: later(KEPT_MS - HOUR_MS) }))).toBe('first');
  const lapsed = asked(OTHER_BODY, { now: later(KEPT_MS + HOUR_MS) });
  expect(await kept(lapsed)).toBeNull();
  expect(await claim('second', lapsed)).toBeNull();
  expect(await kept(lapsed)).toBe('second');
});

test('in the last moment of the 72 hours a key is neither free nor taken over', async () => {
  const { now, ...first } = asked();
  await claim('first', { ...first, now });
  const last = { ...first, now: new Date(now.getTime() + KEPT_MS) };
  expect([await kept(last), await claim('second', last)]).toEqual(['first', 'first']);
});

test('an answer that lapsed as it was claimed is asked for again', async () => {
  await claim('first');
  const lapsed = asked(BODY, { now: later(KEPT_MS + HOUR_MS) });
  expect(await refusalOf(answerOfOther(world.ctx.db, lapsed))).toBe('database_unavailable');
});

test('what has lapsed is deleted, and what has not stays', async () => {
  const now = () => later(KEPT_MS + HOUR_MS);
  const ctx = { ...world.ctx, clock: { ...world.ctx.clock, now } };
  await claim('old');
  await claim('young', asked(BODY, { key: 'young', now: later(2 * HOUR_MS) }));
  expect(await forgetOldAnswers(ctx)).toBeGreaterThan(0);
  expect(await forgetOldAnswers(ctx)).toBe(0);
  expect(await kept()).toBeNull();
  expect(await kept(asked(BODY, { key: 'young' }))).toBe('young');
});
