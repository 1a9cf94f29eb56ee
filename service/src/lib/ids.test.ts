import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  endpointIdOf,
  eventIdOf,
  hashToken,
  environmentOfKey,
  isSessionId,
  isUuid,
  madeAtOf,
  newApiKey,
  newSessionId,
  newToken,
  uuidAt,
  uuidOf,
  uuidFrom,
} from './ids.ts';

const COUNT = 500;
const instant = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true });

function many<T>(make: () => T): T[] {
  return Array.from({ length: COUNT }, make);
}

describe('a uuid', () => {
  test('is of version 7 and holds its time', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const uuid = uuidAt(at);
        expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(madeAtOf(uuid)).toEqual(at);
        expect(isUuid(uuid)).toBe(true);
      }),
    );
  });

  test.each([uuidFrom('of', 'no', 'time'), `x${uuidAt(new Date(0))}`, ''])(
    'that %s is none tells no time',
    (text) => {
      expect(madeAtOf(text)).toBeNull();
    },
  );

  test('made later in the same millisecond sorts later', () => {
    const at = new Date('2026-11-21T12:00:00.123Z');
    const made = Array.from({ length: 1_000 }, () => uuidAt(at));
    expect(made.toSorted()).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
  });

  test('of a later moment sorts later', () => {
    fc.assert(
      fc.property(instant, instant, (one, other) => {
        fc.pre(one.getTime() < other.getTime());
        expect(uuidAt(one) < uuidAt(other)).toBe(true);
      }),
    );
  });

  test('is another one each time, in the same millisecond too', () => {
    const at = new Date(0);
    expect(new Set(many(() => uuidAt(at))).size).toBe(COUNT);
  });

  test.each([
    '',
    'abc',
    '0198c0de00007000800000000000abcd',
    '{0198c0de-0000-7000-8000-00000000abcd}',
    'g'.repeat(36),
  ])('%j is none', (text) => {
    expect(isUuid(text)).toBe(false);
  });

  test('may be written in capitals, but not with anything around it', () => {
    const uuid = uuidAt(new Date(0));
    expect(isUuid(uuid.toUpperCase())).toBe(true);
    expect([`${uuid}\n`, ` ${uuid}`, `${uuid}0`].some(isUuid)).toBe(false);
  });
});

describe('event and endpoint ids', () => {
  test('hold a uuid and give it back', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const uuid = uuidAt(at);
        expect(eventIdOf(uuid)).toMatch(/^evt_[0-9a-f]{32}$/);
        expect(endpointIdOf(uuid)).toMatch(/^we_[0-9a-f]{32}$/);
        expect(uuidOf(eventIdOf(uuid))).toBe(uuid);
        expect(uuidOf(endpointIdOf(uuid))).toBe(uuid);
      }),
    );
  });

  test.each([
    '',
    'evt_',
    `evt_${'a'.repeat(31)}`,
    `evt_${'g'.repeat(32)}`,
    `cs_${'a'.repeat(32)}`,
    'a'.repeat(32),
  ])('%j holds none', (text) => {
    expect(uuidOf(text)).toBeNull();
  });
});

test('a session id is 27 letters and digits, and never the same', () => {
  const ids = many(newSessionId);
  expect(ids.every((id) => /^cs_[0-9A-Za-z]{27}$/.test(id) && isSessionId(id))).toBe(true);
  expect(new Set(ids).size).toBe(COUNT);
  expect(isSessionId(`${ids[0]}x`)).toBe(false);
  expect(isSessionId(ids[0]!.replace('cs_', 'sk_'))).toBe(false);
});

describe('an API key', () => {
  test.each(['test', 'live'] as const)('of a %s deployment says so', (environment) => {
    const key = newApiKey(environment);
    expect(key).toMatch(new RegExp(`^sk_${environment}_[0-9A-Za-z]{49}$`));
    expect([environmentOfKey(key), environmentOfKey(newToken())]).toEqual([environment, null]);
  });

  test('ends with a checksum of the rest, and is never the same', () => {
    const keys = many(() => newApiKey('test'));
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    for (const key of keys) {
      const [, secret = '', checksum = ''] = /^sk_test_(.{43})(.{6})$/.exec(key) ?? [];
      const number = createHash('sha256').update(secret).digest().readUInt32BE(0);
      const read = checksum.split('').reduce((sum, character) => sum * 62 + alphabet.indexOf(character), 0);
      expect(read).toBe(number);
    }
    expect(new Set(keys).size).toBe(COUNT);
  });
});

test('a token is 256 bits of base64url, and its hash does not hold it', () => {
  const tokens = many(newToken);
  expect(tokens.every((token) => /^[A-Za-z0-9_-]{43}$/.test(token))).toBe(true);
  expect(new Set(tokens).size).toBe(COUNT);
  expect(hashToken('abc').toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});

test('an id of parts is found again by them, and by no others', () => {
  const id = uuidFrom('refund', 'a', 'b');
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(uuidFrom('refund', 'a', 'b')).toBe(id);
  const others = [uuidFrom('refund', 'ab'), uuidFrom('refund', 'b', 'a'), uuidFrom('refund', 'a', 'b', '')];
  expect(new Set([id, ...others]).size).toBe(4);
});
