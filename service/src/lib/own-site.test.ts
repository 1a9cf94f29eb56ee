import { describe, expect, test } from 'vitest';
import { isFromOwnPage, ownerCookie, ownerTokenIn, passkeySite } from './own-site.ts';

describe('passkeys belong', () => {
  test.each([
    ['https://pay.example.com', { rp_id: 'pay.example.com', origin: 'https://pay.example.com' }],
    ['https://pay.example.com:8443/x', { rp_id: 'pay.example.com', origin: 'https://pay.example.com:8443' }],
    ['http://127.0.0.1:8700', { rp_id: 'localhost', origin: 'http://localhost:8700' }],
    ['http://[::1]:8700', { rp_id: 'localhost', origin: 'http://localhost:8700' }],
    ['http://localhost', { rp_id: 'localhost', origin: 'http://localhost' }],
  ])('to the domain of %s', (base, site) => {
    expect(passkeySite(base)).toEqual(site);
  });

  test.each([
    'https://192.0.2.1',
    'https://[2001:db8::1]',
    'http://pay.example.com',
    'http://127.example.com',
  ])('nowhere at %s', (base) => {
    expect(passkeySite(base)).toBeNull();
  });
});

describe('a call with the cookie', () => {
  const base = 'https://pay.example.com';

  test.each([
    { origin: 'https://pay.example.com', fetch_site: 'same-origin' },
    { origin: 'https://pay.example.com', fetch_site: null },
    { origin: null, fetch_site: 'same-origin' },
  ])('is ours: %j', (call) => {
    for (const reads of [true, false]) expect(isFromOwnPage(base, { reads, ...call })).toBe(true);
  });

  test('is believed of a browser that tells nothing where it only reads', () => {
    const nothing = { origin: null, fetch_site: null };
    expect(isFromOwnPage(base, { reads: true, ...nothing })).toBe(true);
    expect(isFromOwnPage(base, { reads: false, ...nothing })).toBe(false);
  });

  test.each([
    { origin: 'null', fetch_site: null },
    { origin: 'https://pay.example.com', fetch_site: 'same-site' },
    { origin: 'https://pay.example.com', fetch_site: 'cross-site' },
    { origin: null, fetch_site: 'none' },
    { origin: 'https://evil.example.com', fetch_site: 'same-origin' },
    { origin: 'https://pay.example.com.evil.example', fetch_site: null },
    { origin: 'http://pay.example.com', fetch_site: null },
  ])('is not ours: %j', (call) => {
    for (const reads of [true, false]) expect(isFromOwnPage(base, { reads, ...call })).toBe(false);
  });
});

describe('the cookie', () => {
  test('is bound to its host where there is TLS, and works where there is none', () => {
    expect(ownerCookie('https://pay.example.com', { token: 'abc', seconds: 900 })).toBe(
      '__Host-fairway_owner=abc; Path=/; Max-Age=900; HttpOnly; SameSite=Strict; Secure',
    );
    expect(ownerCookie('http://127.0.0.1:8700', { token: 'abc', seconds: 0 })).toBe(
      'fairway_owner=abc; Path=/; Max-Age=0; HttpOnly; SameSite=Strict',
    );
  });

  test.each([
    ['__Host-fairway_owner=abc', 'abc'],
    ['a=b; __Host-fairway_owner=abc; c=d', 'abc'],
    ['fairway_owner=abc', null],
    ['x__Host-fairway_owner=abc', null],
    ['__Host-fairway_owner=abc; __Host-fairway_owner=def', null],
    ['__Host-fairway_owner=', null],
    ['__Host-fairway_owner=a"b', null],
    [null, null],
  ])('in %j reads %j', (header, token) => {
    expect(ownerTokenIn('https://pay.example.com', header)).toBe(token);
  });
});
