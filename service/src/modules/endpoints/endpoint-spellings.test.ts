import net from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Route } from '../../http/route.ts';
import { addressBook } from '../../lib/public-address.ts';
import { type NameServer, startNameServer } from '../../poster/fixtures/name-server.ts';
import { call, newTenant, startWorld, type World } from '../../../../tests/world/bare-world.ts';
import { endpointRoutes } from './routes.ts';

// Whoever may register a URL may try to make the service reach into its own network, or to be misread by one of the
// programs between here and the receiver. Every spelling is answered by the rules, and nothing is ever connected to.

const PRIVATE = 'Webhook endpoint hostname resolves to a private or reserved IP address';
const UNRESOLVED = 'Webhook endpoint hostname could not be resolved by DNS';
const ADDRESS = /\d+\.\d+\.\d+\.\d+|[0-9a-f]*:[0-9a-f]*:/;

const FIRST = 'https://8.8.4.4/';

const REFUSED_422 = [
  ...['http://good.test/', 'ftp://good.test/', 'wss://good.test/', 'file:///etc/passwd', 'data:text/plain,x'],
  ...['javascript:alert(1)', 'httpss://good.test/', '//good.test/', 'good.test/hook', '/hook', '', 'https:'],
  ...['https://', 'https:///good.test', 'https:good.test', 'https:/good.test/', 'https:\\\\good.test\\'],
  ...['https://good.test:80/', 'https://good.test:8443/', 'https://good.test:444/', 'https://good.test:0/'],
  ...['https://good.test:65536/', 'https://good.test:x/', 'http://good.test:443/'],
  ...[
    'https://user@good.test/',
    'https://user:pass@good.test/',
    'https://@good.test/',
    'https://:@good.test/',
  ],
  ...['https://good.test@10.0.0.1/', 'https://10.0.0.1\\@good.test/', 'https://good.test#@10.0.0.1/'],
  ...['https://good.test/#', 'https://good.test/hook#section'],
  ...['https://good.test./', 'https://good..test/', 'https://.good.test/', 'https://good%2etest/'],
  ...['https://%67ood.test/', `https://${'a'.repeat(64)}.test/`, `https://${'a.'.repeat(130)}test/`],
  ...[
    'https://go od.test/',
    ' https://good.test/',
    'https://good.test/\n',
    'https://good\ttest/',
    'https://go\0od.test/',
  ],
  ...[
    'https://256.256.256.256/',
    'https://1.2.3.4.5/',
    'https://[::1/',
    'https://[fe80::1%25eth0]/',
    'https://[::g]/',
  ],
  ...['https://good<test/'],
];

const REFUSED_400 = [
  ...[
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '0x7f000001',
    '2130706433',
    '017700000001',
    '0177.0.0.1',
    '127.0.0.1:443',
  ],
  ...['0', '0.0.0.0', '10.0.0.1', '172.16.0.1', '192.168.0.1', '169.254.169.254', '100.64.0.1', '192.0.2.1'],
  ...['198.18.0.1', '224.0.0.1', '255.255.255.255', '168.63.129.16', '\u2460\u2461\u2466.0.0.1'],
  ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[fc00::1]', '[fe80::1]', '[ff02::1]'],
  ...['[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[2001:0:7f00:1::]', '[2001:db8::1]', '[::127.0.0.1]'],
  ...['localhost', 'LOCALHOST', 'app.localhost', 'inside.test', 'mixed.test', 'inside6.test', 'mapped.test'],
];

const REFUSED_424 = ['nowhere.test', 'intranet', 'xn--a.test', 'broken.test', 'empty.test', 'g\u00f6od.test'];

const TAKEN = [
  ...[
    'https://good.test',
    'https://good.test/',
    'HTTPS://GOOD.TEST/Hook',
    'https://good.test:443/',
    'https://good.test:/',
  ],
  ...[
    'https://good.test?a=b',
    'https://good.test/%2e%2e/hook',
    'https://good.test//hook',
    'https://good.test/@10.0.0.1',
  ],
  ...[
    'https://b\u00fccher.test/',
    'https://xn--bcher-kva.test/',
    'https://good\u3002test/',
    'https://8.8.8.8/',
  ],
  ...['https://[2606:4700:4700::1111]/', 'https://good.test/https://10.0.0.1/', 'https://good.test/zo\u00eb'],
];

let world: World;
let dns: NameServer;
let routes: Route[];
beforeAll(async () => {
  dns = await startNameServer();
  const names = {
    'good.test': ['8.8.8.8'],
    'xn--bcher-kva.test': ['8.8.8.8'],
    'inside.test': ['10.1.2.3'],
    'mixed.test': ['8.8.8.8', '169.254.169.254'],
    'inside6.test': ['8.8.8.8', 'fd00::1'],
    'mapped.test': ['::ffff:a00:1'],
    'empty.test': [],
  };
  for (const [name, addresses] of Object.entries(names)) dns.names.set(name, addresses);
  dns.names.set('broken.test', 'SERVFAIL');
  world = await startWorld();
  routes = endpointRoutes(world.ctx, addressBook({ servers: [dns.address] }));
});
afterAll(async () => {
  await world.close();
  await dns.close();
});

/** A new channel that registers a URL, and changes a disabled endpoint to it. */
async function tryBoth(url: string) {
  const { channel_id } = await newTenant(world.ctx);
  const scope = { kind: 'channel', key_id: channel_id, channel_id } as const;
  const made = await call(routes, 'endpoints.create', { scope, body: { url } });
  const body = { url: FIRST, enabled: false };
  const first = await call(routes, 'endpoints.create', { scope, body });
  const params = { endpoint_id: first.body.id };
  const change = { url, rotate_secret: true };
  const changed = await call(routes, 'endpoints.update', { scope, params, body: change });
  const listed = await call(routes, 'endpoints.list', { scope });
  return { made, changed, urls: listed.body.map((row: { url: string }) => row.url) as string[] };
}

// Every connection of this process, whoever makes it; the database's are expected.
async function connectionsDuring(work: () => Promise<void>): Promise<number[]> {
  const connects = vi.spyOn(net.Socket.prototype, 'connect');
  try {
    await work();
    return connects.mock.calls.map(([first]: unknown[]) => portOf(first));
  } finally {
    connects.mockRestore();
  }
}

function portOf(target: unknown): number {
  if (typeof target === 'number') return target;
  const options = (Array.isArray(target) ? target[0] : target) as { port?: number };
  return Number(options.port);
}

describe('a URL is answered by the rules, at registration and in a change', () => {
  test.each(REFUSED_422)('%j is 422 naming url', async (url) => {
    const { made, changed, urls } = await tryBoth(url);
    for (const answer of [made, changed]) {
      expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'url'] }] } });
    }
    expect(urls).toEqual([FIRST]);
  });

  test.each(REFUSED_400)('the host %s is 400, and no address is named', async (host) => {
    const { made, changed, urls } = await tryBoth(`https://${host}/hook`);
    expect(made).toEqual({ status: 400, body: { detail: PRIVATE } });
    expect(changed).toEqual(made);
    expect(JSON.stringify(made.body)).not.toMatch(ADDRESS);
    expect(urls).toEqual([FIRST]);
  });

  test.each(REFUSED_424)('the host %s is 424, and nothing is said of what DNS answered', async (host) => {
    const { made, changed, urls } = await tryBoth(`https://${host}/hook`);
    expect(made).toEqual({ status: 424, body: { detail: UNRESOLVED } });
    expect(changed).toEqual(made);
    expect(urls).toEqual([FIRST]);
  });

  test.each(TAKEN)('%j is taken and kept as sent', async (url) => {
    const { made, changed, urls } = await tryBoth(url);
    expect([made.status, changed.status]).toEqual([201, 200]);
    expect(urls).toEqual([url, url]);
  });

  test('of more than 2,048 characters is 422, of 2,048 is taken', async () => {
    const longest = `https://good.test/${'a'.repeat(2_048 - 18)}`;
    expect((await tryBoth(longest)).made.status).toBe(201);
    expect((await tryBoth(`${longest}a`)).made.status).toBe(422);
  });

  test('without a single connection to anywhere', async () => {
    const database = Number(new URL(world.ctx.config.database_url).port);
    const hosts = [...REFUSED_400, ...REFUSED_424].map((host) => `https://${host}/`);
    const seen = await connectionsDuring(async () => {
      for (const url of [...REFUSED_422, ...hosts, ...TAKEN]) await tryBoth(url);
      // The database is connected to once more, which shows that connections are seen.
      await new Promise<void>((resolve) => {
        const socket = net.connect(database, '127.0.0.1', () => resolve(void socket.destroy()));
      });
    });
    expect(seen.filter((port) => port !== database)).toEqual([]);
    expect(seen).toContain(database);
  });
});
