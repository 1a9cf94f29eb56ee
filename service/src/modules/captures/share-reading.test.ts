import { expect, test } from 'vitest';
import type { Ctx } from '../../context.ts';
import { shareReading } from './share-reading.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
const ofAContext = () => ({}) as Ctx;

/** A provider that answers when it is told to, with how often it was asked. */
function newProvider() {
  let asked = 0;
  const ends: (() => void)[] = [];
  const read = (second: number) => (onAsked: (askedAt: Date) => void) => {
    onAsked(at(second));
    const answer = (asked += 1);
    return new Promise<number>((resolve) => ends.push(() => resolve(answer)));
  };
  return { read, answerAll: () => ends.forEach((end) => end()), asked: () => asked };
}

test('two who heard of an order before it is read share the reading', async () => {
  const [ctx, provider] = [ofAContext(), newProvider()];
  const one = shareReading(ctx, { transactionId: 'a', heardAt: at(1) }, provider.read(2));
  const two = shareReading(ctx, { transactionId: 'a', heardAt: at(1) }, provider.read(3));
  provider.answerAll();
  expect([await one, await two, provider.asked()]).toEqual([1, 1, 1]);
});

test('what was heard after the provider was asked is read anew, and shared by who comes then', async () => {
  const [ctx, provider] = [ofAContext(), newProvider()];
  const one = shareReading(ctx, { transactionId: 'a', heardAt: at(1) }, provider.read(2));
  const two = shareReading(ctx, { transactionId: 'a', heardAt: at(2) }, provider.read(4));
  const three = shareReading(ctx, { transactionId: 'a', heardAt: at(3) }, provider.read(5));
  provider.answerAll();
  expect([await one, await two, await three, provider.asked()]).toEqual([1, 2, 2, 2]);
});

test('other orders, other services and ended readings share nothing', async () => {
  const [ctx, provider] = [ofAContext(), newProvider()];
  const calls = [
    shareReading(ctx, { transactionId: 'a', heardAt: at(1) }, provider.read(2)),
    shareReading(ctx, { transactionId: 'b', heardAt: at(1) }, provider.read(2)),
    shareReading(ofAContext(), { transactionId: 'a', heardAt: at(1) }, provider.read(2)),
  ];
  provider.answerAll();
  expect(await Promise.all(calls)).toEqual([1, 2, 3]);
  const later = shareReading(ctx, { transactionId: 'a', heardAt: at(1) }, provider.read(2));
  provider.answerAll();
  expect(await later).toBe(4);
});

test('a reading that fails fails for all who share it, and the next begins anew', async () => {
  const ctx = ofAContext();
  const fails = () => Promise.reject(new Error('a fault'));
  const of = { transactionId: 'a', heardAt: at(1) };
  const both = [shareReading(ctx, of, fails), shareReading(ctx, of, fails)];
  for (const one of both) await expect(one).rejects.toThrow('a fault');
  expect(await shareReading(ctx, of, async () => 'read')).toBe('read');
});
