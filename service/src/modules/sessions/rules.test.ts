import { describe, expect, test } from 'vitest';
import { mayPayFrom } from './rules.ts';

describe('a session that names origins', () => {
  const session = { allowed_origins: ['https://shop.example'] };

  test.each([
    ['https://pay.example', 'https://pay.example'],
    ['https://pay.example/fairway', 'https://pay.example'],
    ['https://PAY.example:443/', 'https://pay.example'],
    ['http://127.0.0.1:8700', 'http://localhost:8700'],
    ['http://localhost:8700', 'http://localhost:8700'],
    ['http://localhost:8700/pay/', 'http://127.0.0.1:8700'],
    ['http://localhost', 'http://[::1]'],
  ])('served at %s is paid from the service’s own page at %s', (baseUrl, origin) => {
    expect(mayPayFrom(session, origin, baseUrl)).toBe(true);
  });

  test.each(['https://shop.example', undefined])('is paid from %s', (origin) => {
    expect(mayPayFrom(session, origin, 'https://pay.example')).toBe(true);
  });

  test.each(['https://evil.example', 'null', 'http://shop.example', 'https://pay.example:444'])(
    'is not paid from %s',
    (origin) => {
      expect(mayPayFrom(session, origin, 'https://pay.example')).toBe(false);
    },
  );

  test('is not paid from another port of the same machine', () => {
    expect(mayPayFrom(session, 'http://127.0.0.1:8701', 'http://localhost:8700')).toBe(false);
  });
});

test('a session that names none is paid from anywhere', () => {
  expect(mayPayFrom({ allowed_origins: null }, 'https://any.example', 'https://pay.example')).toBe(true);
});
