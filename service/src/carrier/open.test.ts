import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { movableClock } from '../lib/clock.ts';
import { whileInTime } from '../lib/send-in-time.ts';
import { openCarrier } from './open.ts';

const NOWHERE = 'http://127.0.0.1:1';
const TO = '+14155550101';

let close: (() => Promise<unknown>) | null = null;
afterEach(async () => {
  await close?.();
  close = null;
});

/** A carrier, and what it was asked, whose every answer is written so. */
async function answering(answer: (response: ServerResponse) => void) {
  const asked: URL[] = [];
  const server = createServer((request, response) => {
    asked.push(new URL(request.url!, NOWHERE));
    request.resume().on('end', () => answer(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  const api_base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = { api_base, account: 'AC1', token: 'token', from: '+14155550100' };
  return { carrier: openCarrier(settings, { clock: movableClock(), log: () => undefined }), asked };
}
const sendBy = ({ carrier }: Awaited<ReturnType<typeof answering>>) =>
  carrier.send({ to: TO, body: 'Pay here', status_url: NOWHERE });

test.each([
  [201, { sid: 'SM00000001', status: 'queued' }, 'taken'],
  [201, { status: 'queued' }, 'unknown'],
  [400, { code: 21211 }, 'refused'],
  [401, { code: 20003 }, 'unreachable'],
  [429, { code: 20429 }, 'unreachable'],
  [500, { code: 20500 }, 'unknown'],
  // Of whatever stands before the carrier.
  [400, {}, 'unknown'],
  [404, { code: '20404' }, 'unknown'],
  [429, {}, 'unknown'],
])('a message that is answered with %i and %o is %s', async (status, body, kind) => {
  const by = await answering((response) => response.writeHead(status).end(JSON.stringify(body)));
  expect(await sendBy(by)).toMatchObject({ kind });
});

test('a message whose answer broke off may have been sent', async () => {
  expect(await sendBy(await answering((response) => response.destroy()))).toMatchObject({ kind: 'unknown' });
});

test('a message is known by its words, among those of its number since the day before', async () => {
  const messages = [
    { sid: 'SM00000001', status: 'sent', body: 'Pay there: https://pay.example/one' },
    { sid: 'SM00000002', status: 'delivered', body: 'Pay here: https://pay.example/two' },
  ];
  const { carrier, asked } = await answering((response) => response.end(JSON.stringify({ messages })));
  const find = (words: string) => carrier.find({ to: TO, since: new Date('2026-03-01T00:00:30Z'), words });
  const message = { message_id: 'SM00000002', status: 'delivered' };
  expect(await find('https://pay.example/two')).toEqual({ kind: 'found', message });
  expect(await find('https://pay.example/three')).toEqual({ kind: 'missing' });
  const { searchParams } = asked[0]!;
  expect([searchParams.get('To'), searchParams.get('DateSent>')]).toEqual([TO, '2026-02-28']);
});

test('a message does not leave once its time is over, and is looked for all the same', async () => {
  const settings = { api_base: NOWHERE, account: 'AC1', token: 'token', from: '+14155550100' };
  const carrier = openCarrier(settings, { clock: movableClock(), log: () => undefined });
  const to = '+14155550101';
  const late = <T>(work: () => T): T => whileInTime({ isInTime: () => false }, work);
  const sent = await late(() => carrier.send({ to, body: 'Pay here', status_url: NOWHERE }));
  expect(sent).toMatchObject({ kind: 'unreachable', problem: 'it was not sent in its time' });
  const found = await late(() => carrier.find({ to, since: new Date(), words: 'Pay' }));
  expect(found).toMatchObject({ kind: 'unreachable', problem: 'ECONNREFUSED' });
});
