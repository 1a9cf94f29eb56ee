import fc from 'fast-check';
import type { FastifyRequest } from 'fastify';
import { BlockList } from 'node:net';
import { describe, expect, test } from 'vitest';
import { presentedBy, trustedProxies } from './admission.ts';

const nobody = new BlockList();
const proxies = trustedProxies(['10.0.0.0/8', '192.0.2.7', '2001:db8:ffff::/48']);

// What admission reads of a request, and nothing more.
function request(head: {
  socket?: string;
  headers?: Record<string, string | undefined>;
  raw?: string[];
}): FastifyRequest {
  const headers = head.headers ?? {};
  const rawHeaders = head.raw ?? Object.entries(headers).flatMap(([name, value]) => [name, value ?? '']);
  const socket = { remoteAddress: head.socket };
  return { headers, socket, raw: { rawHeaders } } as unknown as FastifyRequest;
}

function addressOf(socket: string, forwarded: string | undefined, trusted = proxies): string {
  return presentedBy(request({ socket, headers: { 'x-forwarded-for': forwarded } }), trusted).address;
}

describe('the credential', () => {
  const bearerOf = (authorization?: string) =>
    presentedBy(request({ socket: '127.0.0.1', headers: { authorization } }), nobody).bearer;

  test.each([
    ['Bearer sk_test_abc', 'sk_test_abc'],
    ['bearer sk_test_abc', 'sk_test_abc'],
    ['BEARER   a.b-c_d~e+f/g==', 'a.b-c_d~e+f/g=='],
  ])('%j presents %s', (header, bearer) => {
    expect(bearerOf(header)).toBe(bearer);
  });

  test('two of them are none, whichever comes first', () => {
    const headers = { authorization: 'Bearer sk_test_abc' };
    const raw = ['Authorization', 'Bearer sk_test_abc', 'authorization', 'Bearer sk_test_other'];
    expect(presentedBy(request({ socket: '127.0.0.1', headers, raw }), nobody).bearer).toBeNull();
  });

  test.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'sk_test_abc',
    'Basic c2tfdGVzdDo=',
    'Bearer a b',
    'Bearer a,b',
    'Bearer a\n',
    ' Bearer a',
    'Bearer é',
    `Bearer ${'a'.repeat(600)}`,
  ])('%j presents none', (header) => {
    expect(bearerOf(header)).toBeNull();
  });

  test('the merchant header is taken as it stands, an absent one is null', () => {
    const headers = { 'x-merchant-id': 'anything' };
    expect(presentedBy(request({ socket: '127.0.0.1', headers }), nobody).merchant_header).toBe('anything');
    expect(presentedBy(request({ socket: '127.0.0.1' }), nobody).merchant_header).toBeNull();
  });
});

describe('the source address', () => {
  test.each([
    ['nobody is trusted', '203.0.113.5', '198.51.100.1', '203.0.113.5'],
    ['a trusted proxy forwards', '10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['two trusted proxies forward', '10.1.2.3', '198.51.100.1, 192.0.2.7', '198.51.100.1'],
    ['the caller wrote an address of its own in front', '10.1.2.3', '6.6.6.6, 198.51.100.1', '198.51.100.1'],
    ['all of them are trusted', '10.1.2.3', '10.9.9.9, 10.8.8.8', '10.9.9.9'],
    ['nothing was forwarded', '10.1.2.3', undefined, '10.1.2.3'],
    ['what the proxy added cannot be read', '10.1.2.3', '6.6.6.6, unknown', '10.1.2.3'],
    ['what the proxy added has a port', '10.1.2.3', '6.6.6.6, 198.51.100.1:4711', '198.51.100.1'],
    ['the socket is IPv4 inside IPv6', '::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['the proxy writes IPv4 inside IPv6', '10.1.2.3', '::FFFF:198.51.100.1', '198.51.100.1'],
    ['the same in hexadecimal', '10.1.2.3', '::ffff:c633:6401', '198.51.100.1'],
    ['the proxy has an IPv6 address', '2001:db8:ffff::1', '198.51.100.1', '198.51.100.1'],
  ])('when %s', (_case, socket, forwarded, address) => {
    expect(addressOf(socket, forwarded, socket === '203.0.113.5' ? nobody : proxies)).toBe(address);
  });

  test.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0DB8:0:0::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['2001:db8:1:2::1.2.3.4', '2001:db8:1:2::/64'],
  ])('%s counts as its network %s', (socket, network) => {
    expect(addressOf(socket, undefined)).toBe(network);
  });

  test('a caller counts as one, wherever in its network it calls from and however that is spelled', () => {
    const hextet = fc.integer({ min: 0, max: 0xffff });
    fc.assert(
      fc.property(
        fc.tuple(hextet, hextet, hextet),
        fc.array(hextet, { minLength: 4, maxLength: 4 }),
        (net, host) => {
          const long = [0x2001, ...net, ...host]
            .map((part) => part.toString(16).padStart(4, '0').toUpperCase())
            .join(':');
          const neighbour = [0x2001, ...net, 0, 0, 0, 1].map((part) => part.toString(16)).join(':');
          expect(addressOf(long, undefined, nobody)).toBe(addressOf(neighbour, undefined, nobody));
        },
      ),
    );
  });

  test('whatever a stranger forwards changes nothing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()), (forwarded) => {
        expect(addressOf('203.0.113.5', forwarded)).toBe('203.0.113.5');
      }),
    );
  });
});

test.each([
  ['198.51.100.7:51234', '198.51.100.7'],
  ['[2001:db8::1]:443', '2001:db8:0:0::/64'],
  ['[2001:db8::1]', '2001:db8:0:0::/64'],
  ['198.51.100.7:', '10.0.0.1'],
])('a proxy that writes %s means %s', (forwarded, address) => {
  expect(addressOf('10.0.0.1', forwarded)).toBe(address);
});
