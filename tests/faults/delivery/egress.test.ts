import { expect, test } from 'vitest';
import { flipOnRetry, flipUnderKeepAlive, reboundNames } from './egress.ts';
import { flipBeforeConnect } from './rebinding.ts';

test('a name that leads to a private address at delivery costs an attempt, and opens no socket', async () => {
  expect(await reboundNames({ tries: 140 })).toEqual({
    figures: { tries: 140, refused: 140, sockets: 0 },
    breaches: [],
  });
});

test('a name that turns private between its look-up and the connection changes nothing', async () => {
  expect(await flipBeforeConnect({ tries: 20 })).toEqual({
    figures: { tries: 20, delivered: 20, connections: 20, lookups_each: 2 },
    breaches: [],
  });
});

test('a name that turns private before the fifth attempt is reached four times', async () => {
  expect(await flipOnRetry()).toEqual({ figures: { attempts: 8, reached: 4 }, breaches: [] });
});

test('a kept connection does not outlive the minute after which its name is asked for again', async () => {
  expect((await flipUnderKeepAlive({ scale: 0.03 })).breaches).toEqual([]);
});
