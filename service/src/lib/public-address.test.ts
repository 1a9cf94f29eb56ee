import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type NameServer, startNameServer } from '../poster/fixtures/name-server.ts';
import { addressBook, isPublicAddress } from './public-address.ts';

describe('an address', () => {
  test.each(['8.8.8.8', '1.1.1.1', '2606:4700::1111', '::ffff:8.8.8.8'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each([
    ...['0.0.0.0', '10.0.0.1', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1', '192.168.0.1'],
    ...['168.63.129.16', '192.0.0.8', '192.0.2.1', '198.18.0.1', '203.0.113.7', '224.0.0.1', '240.0.0.1'],
    ...['255.255.255.255', '::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:168.63.129.16'],
    ...['64:ff9b::7f00:1', '64:ff9b:1::1', '2001::7f00:1', '2001:db8::1', '2002:7f00:1::', '100::1'],
    ...['fc00::1', 'fd00::1', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', '4000::1', 'nonsense', ''],
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('a host name', () => {
  let dns: NameServer;
  let now = 0;

  beforeAll(async () => {
    dns = await startNameServer();
  });
  afterAll(() => dns.close());

  const book = () => addressBook({ servers: [dns.address], now: () => now });

  test('leads to all its public addresses, of both families', async () => {
    dns.names.set('both.test', ['8.8.8.8', '2606:4700::1111']);
    expect(await book().vet('both.test')).toEqual({
      kind: 'public',
      addresses: ['8.8.8.8', '2606:4700::1111'],
    });
  });

  test.each([['8.8.8.8', '10.0.0.1'], ['8.8.8.8', 'fd00::1'], ['::ffff:127.0.0.1'], ['168.63.129.16']])(
    'is condemned by one address that is not public: %s %s',
    async (...answers) => {
      dns.names.set('mixed.test', answers);
      expect(await book().vet('mixed.test')).toEqual({ kind: 'private' });
    },
  );

  test.each(['NXDOMAIN', 'SERVFAIL', 'loop', 'silence'] as const)(
    'that DNS answers with %s is unresolved',
    async (answer) => {
      dns.names.set('dead.test', answer);
      const impatient = addressBook({ servers: [dns.address], lookupTimeoutMs: 400 });
      expect(await impatient.vet('dead.test')).toEqual({ kind: 'unresolved' });
    },
  );

  test('is waited for no longer than four seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      dns.names.set('silent.test', 'silence');
      let isOver = false;
      const vetted = book()
        .vet('silent.test')
        .finally(() => (isOver = true));
      await vi.advanceTimersByTimeAsync(3_999);
      expect(isOver).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect(await vetted).toEqual({ kind: 'unresolved' });
    } finally {
      vi.useRealTimers();
    }
  });

  test('without any address is unresolved', async () => {
    dns.names.set('empty.test', []);
    expect(await book().vet('empty.test')).toEqual({ kind: 'unresolved' });
  });

  test('is remembered for a minute, and asked for again when a fresh answer is wanted', async () => {
    const remembering = book();
    dns.names.set('moving.test', ['8.8.8.8']);
    await remembering.vet('moving.test');
    dns.names.set('moving.test', ['10.0.0.1']);
    expect((await remembering.vet('moving.test')).kind).toBe('public');
    expect((await remembering.vet('moving.test', { fresh: true })).kind).toBe('private');
    dns.names.set('moving.test', ['8.8.8.8']);
    now += 60_001;
    expect((await remembering.vet('moving.test')).kind).toBe('public');
  });

  test('that failed is asked for again at once', async () => {
    const trying = book();
    dns.names.set('late.test', 'NXDOMAIN');
    await trying.vet('late.test');
    dns.names.set('late.test', ['8.8.8.8']);
    expect((await trying.vet('late.test')).kind).toBe('public');
  });

  test('that lived a minute ago does not stand in line behind dead ones', async () => {
    const busy = book();
    dns.names.set('living.test', ['8.8.8.8']);
    await busy.vet('living.test');
    now += 60_001;
    // Each dead name takes the whole of its four seconds, and there are several times as many as are asked for at once.
    let isAnyOver = false;
    for (let n = 0; n < 300; n += 1) {
      dns.names.set(`dead-${n}.test`, 'silence');
      void busy.vet(`dead-${n}.test`).then(() => (isAnyOver = true));
    }
    expect((await busy.vet('living.test')).kind).toBe('public');
    expect(isAnyOver).toBe(false);
    // What is still asked for then ends with the name server.
  });

  test('that is an address literal is judged without DNS', async () => {
    const before = dns.asked.length;
    expect((await book().vet('8.8.8.8')).kind).toBe('public');
    expect((await book().vet('::1')).kind).toBe('private');
    expect(dns.asked.length).toBe(before);
  });
});
