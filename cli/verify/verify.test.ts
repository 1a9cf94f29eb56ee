import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { makeChannel, makeConnectedMerchant, makeReceiver, makeSession } from '../../tests/world/actors.ts';
import { joinWorld } from '../../tests/world/world.ts';
import { run, until } from '../cli.fixture.ts';
import { diagnose, type Presented } from './diagnose.ts';

const SECRET = 'whsec_Zm9yLXRoZS10ZXN0cy1vbmx5LTAxMjM0NTY3ODk';
const OTHER = 'whsec_b3RoZXItZW5kcG9pbnQtb25seS0wMTIzNDU2Nzg5';
const NOW = 1_800_000_000;
const ID = 'evt_019b76da9c007abc8def0123456789ab';
// As the service writes it: sorted, on one line, in ASCII.
const BODY =
  '{"created":1800000000,"data":{"object":{"amount_cents":4200,"merchant_id":"m","name":"Zo\\u00eb"}},' +
  `"id":"${ID}","type":"payment.captured"}`;

const hmac = (secret: string | Buffer, t: number, body: string) =>
  createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');

function headersOf(more: { secret?: string | Buffer; t?: number } = {}): Record<string, string> {
  const { secret = SECRET, t = NOW } = more;
  return {
    'service-signature': `t=${t},v1=${hmac(secret, t, BODY)}`,
    'service-timestamp': String(t),
    'service-event-id': ID,
    'service-event-type': 'payment.captured',
  };
}

type Changes = Partial<Omit<Presented, 'body'>> & { body?: string | Buffer };

function presented({ body = BODY, ...changes }: Changes = {}): Presented {
  return {
    body: Buffer.from(body as string),
    headers: headersOf(),
    secret: SECRET,
    receivedAtSeconds: NOW + 2,
    toleranceSeconds: 300,
    ...changes,
  };
}

const codesOf = (changes: Changes) =>
  diagnose(presented(changes)).faults.map(({ part, code }) => `${part}: ${code}`);
const signed = (signature: string) => ({ ...headersOf(), 'service-signature': signature });

test('a genuine delivery of now has no fault', () => {
  expect(diagnose(presented())).toEqual({
    ok: true,
    faults: [],
    event_id: ID,
    event_type: 'payment.captured',
    signed_at: NOW,
    age_seconds: 2,
  });
});

const parsed = JSON.parse(BODY) as Record<string, unknown>;
const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(BODY, 'utf16le')]);

describe('what is wrong is named', () => {
  test.each<[string, Changes, string[]]>([
    [
      'parsed and written anew, characters written out',
      { body: JSON.stringify(parsed) },
      ['body: body_reserialised'],
    ],
    ['parsed and printed', { body: JSON.stringify(parsed, null, 2) }, ['body: body_reserialised']],
    ['a line end', { body: `${BODY}\n` }, ['body: body_has_newline']],
    ['a line end of Windows', { body: `${BODY}\r\n` }, ['body: body_has_newline']],
    ['a byte order mark', { body: `\u{feff}${BODY}` }, ['body: body_has_bom']],
    ['a byte order mark and a line end', { body: `\u{feff}${BODY}\n` }, ['body: body_has_bom']],
    ['UTF-16', { body: utf16 }, ['body: body_is_utf16']],
    ['JSON in JSON', { body: JSON.stringify(BODY) }, ['body: body_is_quoted']],
    [
      'the head of the request',
      { body: `POST /hooks HTTP/1.1\r\nHost: a\r\n\r\n${BODY}` },
      ['body: body_has_head'],
    ],
    ['a body cut off', { body: BODY.slice(0, 90) }, ['body: body_incomplete']],
    ['a body with another value', { body: BODY.replace('4200', '4200.50 ') }, ['body: body_changed']],
    ['another event’s body', { body: BODY.replace('ab"', 'ac"') }, ['body: body_of_other_event']],
    ['another endpoint’s secret', { secret: OTHER }, ['secret: secret_wrong']],
    [
      'a value altered in a body that is else as it was written',
      { body: BODY.replace('4200', '4201'), secretHint: SECRET.slice(-4) },
      ['body: body_changed'],
    ],
    ['the same without a hint', { body: BODY.replace('4200', '4201') }, ['secret: secret_wrong']],
    [
      'a secret that the hint does not fit',
      { secret: OTHER, secretHint: 'abcd' },
      ['secret: secret_wrong', 'secret: secret_hint_differs'],
    ],
    ['no prefix', { secret: SECRET.slice('whsec_'.length) }, ['secret: secret_without_prefix']],
    ['quotes', { secret: `"${SECRET}"` }, ['secret: secret_quoted']],
    ['a line of settings', { secret: `WEBHOOK_SECRET='${SECRET}'` }, ['secret: secret_quoted']],
    [
      'signed without the prefix',
      { headers: headersOf({ secret: SECRET.slice(6) }) },
      ['secret: signed_without_prefix'],
    ],
    [
      'signed with the decoded secret',
      { headers: headersOf({ secret: Buffer.from(SECRET.slice(6), 'base64') }) },
      ['secret: signed_with_decoded_secret'],
    ],
    ['a clock that is ahead', { receivedAtSeconds: NOW + 301 }, ['clock: clock_ahead']],
    ['a clock that is behind', { receivedAtSeconds: NOW - 301 }, ['clock: clock_behind']],
    ['no signature', { headers: {} }, ['header: header_missing']],
    ['a signature of another service', { headers: signed('sha256=abc') }, ['header: header_unreadable']],
    [
      'capitals',
      {
        headers: signed(
          headersOf()['service-signature']!.replace(/v1=.*/, (part) => `v1=${part.slice(3).toUpperCase()}`),
        ),
      },
      ['header: header_malformed'],
    ],
    [
      'a blank',
      { headers: signed(headersOf()['service-signature']!.replace(',', ', ')) },
      ['header: header_malformed'],
    ],
    [
      'more digits than a time has',
      { headers: headersOf({ t: 10 * NOW * 1_000 }), receivedAtSeconds: 10 * NOW * 1_000 },
      ['header: header_malformed'],
    ],
    [
      'the time of another delivery',
      { headers: { ...headersOf(), 'service-timestamp': String(NOW - 1) } },
      ['header: timestamp_differs'],
    ],
    [
      'a signed body under another id',
      { headers: { ...headersOf(), 'service-event-id': `${ID.slice(0, -1)}c` } },
      ['body: body_of_other_event'],
    ],
    [
      'a signed body under another type',
      { headers: { ...headersOf(), 'service-event-type': 'payment.refunded' } },
      ['body: body_of_other_event'],
    ],
    [
      'a signed body under another id and type',
      {
        headers: {
          ...headersOf(),
          'service-event-id': `${ID.slice(0, -1)}c`,
          'service-event-type': 'payment.refunded',
        },
      },
      ['body: body_of_other_event'],
    ],
    [
      'a body whose type was altered',
      { body: BODY.replace('payment.captured', 'payment.refunded') },
      ['body: body_of_other_event'],
    ],
    [
      'two things at once',
      { body: `${BODY}\n`, secret: SECRET.slice(6) },
      ['body: body_has_newline', 'secret: secret_without_prefix'],
    ],
    [
      'a changed body and an old delivery',
      { body: JSON.stringify(parsed), receivedAtSeconds: NOW + 4_000 },
      ['body: body_reserialised', 'clock: clock_ahead'],
    ],
  ])('%s', (_name, changes, expected) => {
    expect(codesOf(changes)).toEqual(expected);
    expect(diagnose(presented(changes)).ok).toBe(false);
  });

  test('how far and which way the clock is off', () => {
    const [ahead] = diagnose(presented({ receivedAtSeconds: NOW + 400 })).faults;
    expect(ahead!.message).toContain('old by 400 s');
    const [behind] = diagnose(presented({ receivedAtSeconds: NOW - 500 })).faults;
    expect(behind!.message).toContain('in the future by 500 s');
  });

  test('both of what may be wrong, as long as no hint decides it', () => {
    const altered = BODY.replace('4200', '4201');
    const [either] = diagnose(presented({ body: altered })).faults;
    expect(either!.message).toMatch(/secret is of another endpoint.*value in the body was changed/);
    expect(either!.cause).toContain('--secret-hint');
    const [secret] = diagnose(presented({ secret: OTHER, secretHint: SECRET.slice(-4) })).faults;
    expect(secret!.message).not.toContain('changed');
  });

  test('what was done to a body that was written anew', () => {
    const [printed] = diagnose(presented({ body: JSON.stringify(parsed, null, 2) })).faults;
    expect(printed!.message).toContain('blanks were added, \\u escapes were written out');
    const reordered = `{"type":"payment.captured",${BODY.slice(1).replace(',"type":"payment.captured"', '')}`;
    const [turned] = diagnose(presented({ body: reordered })).faults;
    expect(turned!.message).toContain('the keys are in another order');
  });
});

describe('on the command line', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fairway-verify-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const kept = (name: string, content: string) => {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    return file;
  };
  const at = ['--received-at', String(NOW)];
  const { 'service-signature': signature } = headersOf() as { 'service-signature': string };

  test('the body comes by stdin, the secret by the environment, the headers in either form', async () => {
    const lines = kept('lines.txt', `POST /hooks HTTP/1.1\r\nHost: a\r\nService-Signature: ${signature}\r\n`);
    const object = kept('object.json', JSON.stringify({ 'Service-Signature': [signature], Host: 'a' }));
    for (const file of [lines, object]) {
      const ran = await run(
        ['webhooks', 'verify', '--headers', file, ...at],
        { WEBHOOK_SECRET: SECRET },
        BODY,
      );
      expect(ran).toMatchObject({ code: 0, stderr: '' });
      expect(ran.stdout).toContain(`payment.captured ${ID}`);
    }
  });

  test('the secret comes by a file, and its last line end is not part of it', async () => {
    const files = ['--secret-file', kept('secret', `${SECRET}\n`), '--body', kept('body', BODY)];
    const ran = await run(['webhooks', 'verify', ...files, '--signature', signature, ...at, '--json']);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(ran.stdout)).toMatchObject({ ok: true, faults: [], event_id: ID, age_seconds: 0 });
  });

  test('digits and time may come apart', async () => {
    const apart = ['--signature', hmac(SECRET, NOW, BODY), '--timestamp', String(NOW)];
    const ran = await run(['webhooks', 'verify', ...apart, ...at], { WEBHOOK_SECRET: SECRET }, BODY);
    expect(ran).toMatchObject({ code: 0 });
  });

  test('the type that was announced is held against that of the body', async () => {
    const headers = kept(
      'typed.txt',
      `Service-Signature: ${signature}\r\nService-Event-Type: payment.refunded\r\n`,
    );
    const apart = ['--signature', signature, '--event-type', 'payment.refunded'];
    for (const given of [['--headers', headers], apart]) {
      const ran = await run(['webhooks', 'verify', ...given, ...at], { WEBHOOK_SECRET: SECRET }, BODY);
      expect(ran).toMatchObject({ code: 1, stderr: '' });
      expect(ran.stdout).toContain('of an event payment.refunded, the body is that of payment.captured.');
    }
  });

  test('a fault is told with its cause, never with the secret, and ends with 1', async () => {
    const args = ['webhooks', 'verify', '--signature', signature, ...at];
    const ran = await run(args, { WEBHOOK_SECRET: OTHER }, BODY);
    expect(ran).toMatchObject({ code: 1, stderr: '' });
    expect(ran.stdout).toContain('secret: The body is written as the service writes it');
    expect(ran.stdout).not.toContain(OTHER);
  });

  test.each([
    [['--signature', signature], {}, 'WEBHOOK_SECRET'],
    [[], { WEBHOOK_SECRET: SECRET }, '--signature'],
    [['--signature', signature, '--received-at', 'soon'], { WEBHOOK_SECRET: SECRET }, '--received-at'],
    [['--signature', signature, '--tolerance', '-1'], { WEBHOOK_SECRET: SECRET }, '--tolerance'],
    [['--headers', '/nowhere'], { WEBHOOK_SECRET: SECRET }, '/nowhere'],
  ])('misuse %j ends with 2', async (args, env, why) => {
    const ran = await run(['webhooks', 'verify', ...args], env, BODY);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain(why);
  });

  test('a body beyond any delivery is refused', async () => {
    const args = ['webhooks', 'verify', '--signature', signature];
    const ran = await run(args, { WEBHOOK_SECRET: SECRET }, Buffer.alloc(2 * 1024 * 1024, 'a'));
    expect(ran).toMatchObject({ code: 1 });
    expect(ran.stderr).toContain('1 MiB');
  });
});

test('a delivery of the service verifies, and no longer once it was parsed', async () => {
  const world = await joinWorld();
  try {
    const merchant = await makeConnectedMerchant(world, await makeChannel(world));
    const receiver = await makeReceiver(world, merchant, ['checkout.session.created']);
    await makeSession(world, merchant, { description: 'Crème brûlée', external_order_id: 'commande № 1' });
    await until(async () => (await receiver.deliveries()).length > 0);
    const [delivery] = await receiver.deliveries();
    const given = {
      headers: delivery!.headers,
      secret: String(receiver.endpoint.body.secret),
      secretHint: String(receiver.endpoint.body.secret_hint),
      receivedAtSeconds: Math.floor(Date.parse(delivery!.at) / 1000),
    };
    expect(diagnose(presented({ ...given, body: delivery!.body })).faults).toEqual([]);
    const rewritten = JSON.stringify(JSON.parse(delivery!.body));
    expect(codesOf({ ...given, body: rewritten })).toEqual(['body: body_reserialised']);
  } finally {
    await world.close();
  }
});
