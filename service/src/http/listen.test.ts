import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { ConfigError } from '../lib/settings.ts';
import { listenAt } from './listen.ts';

const first = Fastify();
const second = Fastify();
afterAll(() => Promise.all([first.close(), second.close()]));

test('a port that is taken, and a host that is not here, are told by the name of the setting', async () => {
  const base_url = 'http://127.0.0.1:0';
  const { port, url } = await listenAt(first, { host: '127.0.0.1', port: 0, base_url });
  expect(port).toBeGreaterThan(0);
  expect(url).toBe(`http://127.0.0.1:${port}`);
  for (const [at, why] of [
    [{ host: '127.0.0.1', port }, `PORT is ${port}, where another process listens already.`],
    [{ host: '192.0.2.1', port: 0 }, 'HOST is "192.0.2.1", which is no address of this machine.'],
    [{ host: 'nowhere.invalid', port: 0 }, 'HOST is "nowhere.invalid", which is no address of this machine.'],
  ] as const) {
    const failed = await listenAt(second, { ...at, base_url }).then(
      () => null,
      (error: unknown) => error,
    );
    expect(failed).toBeInstanceOf(ConfigError);
    expect((failed as Error).message).toBe(why);
  }
});
