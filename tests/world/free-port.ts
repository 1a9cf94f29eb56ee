import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Below those that the system gives to outgoing connections: one of them could take a port between its choice and its
// use, or while a process that listens on it is down.
const FIRST = 12_000;
const LAST = 30_000;
// Workers of one run are started one after the other: each chooses from a part of its own, and no port anew before all others of it,
// or two could choose the same before either listens.
const PARTS = 16;
const PORTS = Math.floor((LAST - FIRST) / PARTS);
const TRIES_MAX = 50;

const first = FIRST + (process.pid % PARTS) * PORTS;
let next = randomInt(PORTS);

/** A port of this machine on which nothing listens. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const port = first + next;
    next = (next + 1) % PORTS;
    if (await isFree(port)) return port;
  }
  throw new Error('there is no free port');
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
