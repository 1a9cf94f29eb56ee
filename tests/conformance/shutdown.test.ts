import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startWorld } from '../world/world.ts';

// Browsers open sockets ahead of need. One on which nothing was ever asked must not hold up the end.
test('a connection without a request does not hold up a restart', async () => {
  const world = await startWorld();
  const { hostname, port } = new URL(world.base_url);
  const socket = connect(Number(port), hostname);
  const ended = new Promise((resolve) => socket.on('close', resolve).on('error', resolve));
  await new Promise((resolve) => socket.once('connect', resolve));
  await world.call('GET', '/healthz');
  await world.restart();
  await ended;
  expect((await world.call('GET', '/readyz')).status).toBe(200);
  await world.close();
});
