import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { HOUR_MS } from '../lib/time.ts';
import { BudgetExceeded, Refusal } from '../refusals.ts';
import { readAhead } from './read-ahead.ts';

const HERE = '192.0.2.1';
const ELSEWHERE = '192.0.2.2';

function reading(options: { refusedForMs?: number; check?: () => void; fails?: boolean } = {}) {
  const read: unknown[] = [];
  const route = {
    readAhead: async (params: never) => {
      read.push((params as { id: string }).id);
      if (options.fails) throw new Error('unread');
      return `found ${(params as { id: string }).id}`;
    },
  };
  const ahead = readAhead(route, options.check ?? (() => undefined), options.refusedForMs ?? HOUR_MS)!;
  const request = (id: string) => ({ params: { id } }) as unknown as FastifyRequest;
  return { read, ahead, request };
}

test('a route that reads nothing by its path has nothing to begin', () => {
  expect(readAhead({}, () => undefined)).toBeNull();
});

test('what was begun is read once, and told when it is asked for', async () => {
  const { read, ahead, request } = reading();
  const one = request('a');
  ahead.begin(one, HERE);
  expect(read).toEqual(['a']);
  expect(await ahead.found(one)).toBe('found a');
  expect(read).toEqual(['a']);
});

test('nothing is begun for an address beyond its budget, and it is read where it is admitted all the same', async () => {
  const { read, ahead, request } = reading();
  ahead.refused(HERE, new BudgetExceeded(60));
  const [one, other] = [request('a'), request('b')];
  ahead.begin(one, HERE);
  ahead.begin(other, ELSEWHERE);
  expect(read).toEqual(['b']);
  expect(await ahead.found(one)).toBe('found a');
});

test('a refusal for anything else, or one of a while ago, keeps nobody from reading', () => {
  const { read, ahead, request } = reading({ refusedForMs: 0 });
  ahead.refused(HERE, new Refusal('session_not_found'));
  ahead.begin(request('a'), HERE);
  ahead.refused(HERE, new BudgetExceeded(60));
  ahead.begin(request('b'), HERE);
  expect(read).toEqual(['a', 'b']);
});

test('a reading that fails is heard of by whoever asks for it, and by nobody else', async () => {
  const { ahead, request } = reading({ fails: true });
  ahead.begin(request('a'), HERE);
  const one = request('b');
  ahead.begin(one, HERE);
  await new Promise((resolve) => setImmediate(resolve));
  await expect(ahead.found(one)).rejects.toThrow('unread');
});

test('nothing is read by a path that is refused', async () => {
  const check = () => {
    throw new Error('no such path');
  };
  const { read, ahead, request } = reading({ check });
  const one = request('a');
  ahead.begin(one, HERE);
  await expect(ahead.found(one)).rejects.toThrow('no such path');
  expect(read).toEqual([]);
});
