import net from 'node:net';
import { movableClock } from '../../../service/src/lib/clock.ts';
import { addressBook } from '../../../service/src/lib/public-address.ts';
import { dialer } from '../../../service/src/poster/dial.ts';
import { poster } from '../../../service/src/poster/post.ts';
import { newAuthority } from '../../../service/src/poster/fixtures/certificate.ts';
import { startNameServer } from '../../../service/src/poster/fixtures/name-server.ts';
import { startReceiver } from '../../../service/src/poster/fixtures/receiver.ts';
import type { Report } from '../world/scenario.ts';

// One for each kind of address that a delivery judges.
const LOOKUPS = 2;
const JUDGED = ['8.8.8.8', '1.1.1.1'];
const THEN = ['127.0.0.1', '::1', '169.254.169.254'];

/** Names that turn private as soon as they were looked up, before the connection is begun: every delivery connects to an
 *  address that was judged, and asks for no name a second time. */
export async function flipBeforeConnect(plan: { tries: number }): Promise<Report> {
  const names = Array.from({ length: plan.tries }, (_, n) => `flips-${n}.test`);
  const authority = newAuthority();
  const dns = await startNameServer();
  const receiver = await startReceiver(authority.issue(names), (response) => response.end());
  const client = poster({
    dialer: dialer({
      addresses: addressBook({ servers: [dns.address] }),
      connectTo: new Map(),
      ca: [authority.ca],
    }),
    readKey: () => Promise.resolve({ kind: 'key', secret: 'whsec_test', seconds: 1_700_000_000 }),
    clock: movableClock(),
    limits: { silenceMs: 10_000, totalMs: 300_000 },
  });
  const wire = leadTo(receiver.port);
  let delivered = 0;
  try {
    for (const name of names) {
      let asked = 0;
      dns.names.set(name, () => ((asked += 1) <= LOOKUPS ? JUDGED : THEN));
      const { result } = await client.post({
        ...{ endpoint_id: '01900000-0000-7000-8000-000000000001', activation: 1, attempt: 1 },
        ...{ event_id: '01900000-0000-7000-8000-000000000002', type: 'payment.captured', lease: null },
        ...{ url: `https://${name}/hook`, body: '{"id":"evt_1"}' },
      });

      if (result === 'delivered') delivered += 1;
    }
  } finally {
    wire.end();
    client.close();
    await receiver.close();
    await dns.close();
  }
  const elsewhere = wire.targets.filter((target) => !JUDGED.includes(target));
  const lookups = dns.asked.length / plan.tries;
  return {
    figures: { tries: plan.tries, delivered, connections: wire.targets.length, lookups_each: lookups },
    breaches: [
      ...(delivered === plan.tries ? [] : [`${delivered} of ${plan.tries} were delivered`]),
      ...(elsewhere.length === 0 ? [] : [`connections to what was not judged: ${elsewhere.join(', ')}`]),
      ...(lookups === LOOKUPS ? [] : [`each name was asked for ${lookups} times`]),
    ],
  };
}

// Nothing leaves this machine: whatever address a connection is begun to, our receiver stands behind it, as behind a
// router that rewrites addresses. `targets` are the addresses as they were asked for.
function leadTo(port: number): { targets: string[]; end(): void } {
  const targets: string[] = [];
  const own = Object.getOwnPropertyDescriptor(net.Socket.prototype, 'connect')!;
  const connect = own.value as (this: net.Socket, options: object) => net.Socket;
  Object.defineProperty(net.Socket.prototype, 'connect', {
    ...own,
    value(this: net.Socket, [{ host }]: [{ host: string }]) {
      targets.push(host);
      Object.defineProperty(this, 'remoteAddress', { value: host });
      return connect.call(this, { host: '127.0.0.1', port });
    },
  });
  return { targets, end: () => void Object.defineProperty(net.Socket.prototype, 'connect', own) };
}
