import { Kysely, PostgresDialect, sql } from 'kysely';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isUnavailable } from './failures.ts';
import { openPool, type Pool } from './pool.ts';

// What says it is a database: it answers the first words of a connection, and those after them, with what the test has.

const ATTEMPTS = 3;

let server: Server;
let pool: Pool;
let db: Kysely<unknown>;
let open: Set<Socket>;
let mostOpen: number;
let taken: number;
let answers: Buffer[];

beforeEach(async () => {
  [open, mostOpen, taken, answers] = [new Set(), 0, 0, []];
  server = createServer((socket) => {
    const left = [...answers];
    taken += 1;
    open.add(socket);
    mostOpen = Math.max(mostOpen, open.size);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
    socket.on('data', () => {
      const answer = left.shift();
      if (answer) socket.write(answer);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `postgres://somebody@127.0.0.1:${port}/none`;
  // What is heard is heard at once; a server that waits for more is not waited for.
  pool = openPool({ url, connectionsMax: 3, name: 'client', limits: { connect: 300, wait: 600 } });
  db = new Kysely({ dialect: new PostgresDialect({ pool }) });
});
afterEach(async () => {
  await db.destroy();
  for (const socket of open) socket.destroy();
  server.close();
});

const message = (type: string, body: Buffer, length = body.length + 4): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(length, 1);
  return Buffer.concat([head, body]);
};
const asksFor = (how: number, rest = Buffer.alloc(0)): Buffer => {
  const code = Buffer.alloc(4);
  code.writeInt32BE(how);
  return message('R', Buffer.concat([code, rest]));
};
const LET_IN = Buffer.concat([asksFor(0), message('Z', Buffer.from('I'))]);
const ask = () =>
  sql`select 1`.execute(db).then(
    () => null,
    (error: unknown) => error,
  );

test.each<[string, ...Buffer[]]>([
  ['a password by SCRAM', asksFor(10, Buffer.from('SCRAM-SHA-256\0\0')), asksFor(11, Buffer.from('r=x'))],
  ['a password by a mechanism that nobody knows', asksFor(10, Buffer.from('SCRAM-SHA-9000\0\0'))],
  ['a password by MD5', asksFor(5, Buffer.from('salt'))],
  ['a password as it is', asksFor(3)],
  ['a ticket of Kerberos', asksFor(7)],
  ['a ticket of SSPI', asksFor(9)],
  ['what nobody knows', asksFor(99)],
])('a server that asks for %s is not available, and is left nothing open', async (_what, ...said) => {
  answers = said;
  expect(isUnavailable(await ask())).toBe(true);
  await expect.poll(() => taken).toBeGreaterThan(ATTEMPTS);
  // One that is closing may still be seen beside the next.
  expect(mostOpen).toBeLessThanOrEqual(2);
  expect(pool.figures()).toMatchObject({ in_use: 0, waiting: 0 });
});

test.each([
  ['a row of more fields than it holds', message('D', Buffer.from([0xff, 0xff, 0, 0, 0, 9]))],
  ['a description that ends in the middle', message('T', Buffer.from([0, 9, 0x61, 0]))],
  ['a row of no length', message('D', Buffer.alloc(0), 0)],
])('%s ends the connection that it comes on, and the next one serves', async (_what, answer) => {
  answers = [LET_IN, answer];
  expect(isUnavailable(await ask())).toBe(true);
  await expect.poll(() => open.size).toBe(0);
  const done = Buffer.concat([message('C', Buffer.from('SELECT 0\0')), message('Z', Buffer.from('I'))]);
  answers = [LET_IN, Buffer.concat([message('1', Buffer.alloc(0)), message('2', Buffer.alloc(0)), done])];
  expect(await ask()).toBeNull();
});
