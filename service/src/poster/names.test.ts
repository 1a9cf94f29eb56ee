import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { movableClock } from '../lib/clock.ts';
import { addressBook } from '../lib/public-address.ts';
import { dialer } from './dial.ts';
import { type NameServer, startNameServer } from './fixtures/name-server.ts';
import { type Posted, type Poster, poster } from './post.ts';

const PATIENT_MS = 120_000;

let dns: NameServer;
let client: Poster;
beforeAll(async () => {
  dns = await startNameServer();
});
// What was looked up is remembered for a while.
beforeEach(() => {
  client = poster({
    dialer: dialer({ addresses: addressBook({ servers: [dns.address] }), connectTo: new Map(), ca: [] }),
    readKey: async () => ({ kind: 'key', secret: 'whsec_test', seconds: 1_700_000_000 }),
    clock: movableClock(),
    limits: { silenceMs: PATIENT_MS, totalMs: PATIENT_MS },
  });
});
afterEach(() => client.close());
afterAll(() => dns.close());

const postTo = (url: string): Promise<Posted> =>
  client.post({
    ...{ endpoint_id: '01900000-0000-7000-8000-000000000001', activation: 1, attempt: 1 },
    ...{ event_id: '01900000-0000-7000-8000-000000000002', type: 'payment.captured', lease: null },
    ...{ url, body: '{"id":"evt_1"}' },
  });

describe('a name', () => {
  const url = 'https://rebound.test/';

  test('that turned private since registration is not connected to', async () => {
    dns.names.set('rebound.test', ['127.0.0.1']);
    const expected = { result: 'failed', error_class: 'address_not_public', remote_ip: null };
    expect(await postTo(url)).toMatchObject(expected);
  });

  test('with one private address among public ones, of either family, is not connected to', async () => {
    for (const answers of [
      ['8.8.8.8', '10.0.0.1'],
      ['8.8.8.8', 'fd00::1'],
    ]) {
      dns.names.set('rebound.test', answers);
      expect(await postTo(url)).toMatchObject({
        error_class: 'address_not_public',
      });
    }
  });

  test.each(['https://127.0.0.1/', 'https://[::1]/', 'https://2130706433/'])(
    'is not needed to refuse %s',
    async (literal) => {
      expect(await postTo(literal)).toMatchObject({
        error_class: 'address_not_public',
      });
    },
  );

  test('that DNS has lost fails the attempt', async () => {
    dns.names.set('rebound.test', 'NXDOMAIN');
    expect(await postTo(url)).toMatchObject({ error_class: 'dns_unresolved' });
  });
});
