import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { request, startBench, type Answered, type Bench } from '../tests/bench.ts';

let bench: Bench;

beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.control('POST', '/reset', {});
});

const send = (form: Record<string, string>, token = 'secret'): Promise<Answered> =>
  request(
    `${bench.sandbox.url}/2010-04-01/Accounts/AC1/Messages.json`,
    'POST',
    new URLSearchParams(form).toString(),
    {
      authorization: `Basic ${Buffer.from(`AC1:${token}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
  );
const form = { To: '+14155550123', From: '+15005550006', Body: 'Pay here: https://pay.example/1' };

describe('the carrier', () => {
  test('takes a message and shows it to whoever controls the sandbox', async () => {
    const taken = await send(form);
    expect([taken.status, taken.body['status']]).toEqual([201, 'queued']);
    const { body } = await bench.control('GET', '/messages');
    expect(body).toMatchObject({ total: 1, limit: 50, offset: 0, items: [{ to: form.To, body: form.Body }] });
    const read = await request(`${bench.sandbox.url}${taken.body['uri']}`, 'GET', undefined, {
      authorization: `Basic ${Buffer.from('AC1:secret').toString('base64')}`,
    });
    expect(read.body).toMatchObject({ sid: taken.body['sid'], status: 'delivered' });
    expect((await bench.control('GET', '/requests')).text).not.toContain('secret');
  });

  test('refuses in its own shape, and fails as told', async () => {
    expect((await send(form, '')).body).toMatchObject({ code: 20003, status: 401 });
    expect((await send({ ...form, To: '555' })).body).toMatchObject({ code: 21211, status: 400 });
    expect((await send({ ...form, Body: '' })).body['code']).toBe(21602);
    expect((await send({ ...form, To: '+15005550009' })).body['code']).toBe(21614);
    const fault = { operation: 'messages.send', mode: 'refuse', status: 429, retry_after: 3 };
    await bench.control('POST', '/faults', fault);
    const limited = await send(form);
    expect([limited.status, limited.body['code'], limited.headers.get('retry-after')]).toEqual([
      429,
      20429,
      '3',
    ]);
    await bench.control('POST', '/faults', { operation: 'messages.send', mode: 'error_after_commit' });
    expect((await send(form)).status).toBe(500);
    expect((await bench.control('GET', '/messages')).body['total']).toBe(1);
  });
});

describe('a fault that refuses a message', () => {
  const refusedBy = async (fault: object): Promise<Answered> => {
    await bench.control('POST', '/faults', { operation: 'messages.send', mode: 'refuse', ...fault });
    return send(form);
  };

  test.each([
    ['+15005550001', '21211'],
    ['+15005550004', '21610'],
    ['+15005550009', '21614'],
  ])("by a number of the carrier's reads as its own refusal of %s", async (To, issue) => {
    const own = await send({ ...form, To });
    expect([own.status, own.body['code']]).toEqual([400, Number(issue)]);
    const refused = await refusedBy({ issue });
    expect([refused.status, refused.body]).toEqual([own.status, own.body]);
  });

  test('by what the carrier has no number for is told with 422, and a given status stands', async () => {
    expect((await refusedBy({ issue: 'SOMETHING' })).body).toMatchObject({ code: 21000, status: 422 });
    expect((await refusedBy({ issue: '39999' })).body).toMatchObject({ code: 39999, status: 422 });
    expect((await refusedBy({ issue: '21610', status: 403 })).body).toMatchObject({
      code: 21610,
      status: 403,
    });
  });
});

describe('who asks to be told of a message', () => {
  interface Told {
    signature: string | undefined;
    fields: Record<string, string>;
  }
  let told: Told[];
  let answer: number;
  let listener: Server;
  let url: string;

  const hear = async (incoming: IncomingMessage): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
    const fields = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
    told.push({ signature: incoming.headers['x-twilio-signature'] as string | undefined, fields });
  };

  beforeEach(async () => {
    told = [];
    answer = 204;
    listener = createServer((incoming, outgoing) => {
      void hear(incoming).then(() => outgoing.writeHead(answer).end());
    });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/sms?row=7`;
  });
  afterEach(async () => {
    listener.closeAllConnections();
    await new Promise((resolve) => listener.close(resolve));
  });

  const statusOf = async (uri: string): Promise<unknown[]> => {
    const authorization = `Basic ${Buffer.from('AC1:secret').toString('base64')}`;
    const { body } = await request(`${bench.sandbox.url}${uri}`, 'GET', undefined, { authorization });
    return [body['status'], body['error_code']];
  };

  const pass = async (seconds: number): Promise<string[]> => {
    bench.advance(seconds);
    await bench.sandbox.drain();
    return told.splice(0).map(({ fields }) => fields['MessageStatus'] ?? '');
  };

  test("hears of each step by the clock, signed with the account's token", async () => {
    const sent = await send({ ...form, StatusCallback: url });
    expect(sent.body['status']).toBe('queued');
    expect(await statusOf(sent.body['uri'])).toEqual(['queued', null]);
    bench.advance(1);
    await bench.sandbox.drain();
    const [step] = told.splice(0);
    expect(step!.fields).toMatchObject({
      AccountSid: 'AC1',
      MessageSid: sent.body['sid'],
      MessageStatus: 'sent',
      To: form.To,
    });
    const signed = url + Object.entries(step!.fields).toSorted().flat().join('');
    expect(step!.signature).toBe(createHmac('sha1', 'secret').update(signed).digest('base64'));
    expect(await pass(2)).toEqual(['delivered']);
    expect(await statusOf(sent.body['uri'])).toEqual(['delivered', null]);
    expect(await pass(86_400)).toEqual([]);
  });

  test.each([
    ['+14155550198', 30003],
    ['+14155550199', 30005],
  ])('hears that %s was not reached, and why', async (To, code) => {
    const sent = await send({ ...form, To, StatusCallback: url });
    expect(await pass(1)).toEqual(['sent']);
    bench.advance(2);
    await bench.sandbox.drain();
    expect(told[0]!.fields).toMatchObject({ MessageStatus: 'undelivered', ErrorCode: String(code) });
    expect(await statusOf(sent.body['uri'])).toEqual(['undelivered', code]);
  });

  test('is told once, whatever it answers, and control shows what it was told', async () => {
    answer = 500;
    await send({ ...form, StatusCallback: url });
    expect(await pass(1)).toEqual(['sent']);
    expect(await pass(2)).toEqual(['delivered']);
    expect(await pass(86_400)).toEqual([]);
    const { body } = await bench.control('GET', '/notices');
    expect(body['items']).toMatchObject([
      {
        event_type: 'message.delivered',
        state: 'failed',
        body: expect.stringContaining('MessageStatus=delivered'),
      },
      { event_type: 'message.sent', state: 'failed' },
    ]);
    expect((await bench.call('GET', '/inspector/notices')).text).toContain('MessageStatus=sent');
    expect((await bench.call('GET', '/inspector/messages')).text).toContain('delivered');
  });

  test('names an address of the web', async () => {
    expect((await send({ ...form, StatusCallback: 'ftp://x' })).body).toMatchObject({
      code: 21609,
      status: 400,
    });
  });
});

test('a message to a number that is not reached says so to whoever reads it', async () => {
  const { body } = await send({ ...form, To: '+14155550199' });
  const [message] = (await bench.control('GET', '/messages')).body['items'];
  expect([body['status'], message.status, message.error_code]).toEqual(['queued', 'undelivered', 30005]);
});
