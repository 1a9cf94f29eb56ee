import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { streamed } from './streamed.ts';

async function* counting(to: number, told: { made: number; ended: boolean }, failsAt = Infinity) {
  try {
    for (let nth = 1; nth <= to; nth += 1) {
      if (nth === failsAt) throw new Error('no more');
      told.made = nth;
      yield `${nth};`.padEnd(1_000);
    }
  } finally {
    told.ended = true;
  }
}
const newTold = () => ({ made: 0, ended: false });

describe('a streamed answer', () => {
  test('is its pieces in their order', async () => {
    const told = newTold();
    const read = await text(await streamed('test', counting(3, told)));
    expect(read.split(';').map(Number)).toEqual([1, 2, 3, 0]);
    expect(told.ended).toBe(true);
  });

  test('of nothing is empty', async () => {
    expect(await text(await streamed('test', counting(0, newTold())))).toBe('');
  });

  test('fails the call when its first piece fails', async () => {
    await expect(streamed('test', counting(3, newTold(), 1))).rejects.toThrow('no more');
  });

  test('is cut when a later piece fails', async () => {
    const stream = await streamed('test', counting(3, newTold(), 3));
    await expect(text(stream)).rejects.toThrow('no more');
    expect(stream.destroyed).toBe(true);
  });

  test('makes no more pieces than are taken, and ends with whoever takes them', async () => {
    const told = newTold();
    const stream = await streamed('test', counting(10_000, told));
    stream.on('error', () => undefined);
    await once(stream, 'readable');
    expect(told.made).toBeLessThan(200);
    stream.destroy();
    await once(stream, 'close');
    expect(told.ended).toBe(true);
  });
});
