import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setTimeout as wait } from 'node:timers/promises';
import { movableClock } from '../../../service/src/lib/clock.ts';
import { type AddressBook, addressBook } from '../../../service/src/lib/public-address.ts';
import { type Dialer, dialer, DialProblem } from '../../../service/src/poster/dial.ts';
import { poster, type Posted, type Poster } from '../../../service/src/poster/post.ts';
import { newAuthority } from '../../../service/src/poster/fixtures/certificate.ts';
import { type NameServer, startNameServer } from '../../../service/src/poster/fixtures/name-server.ts';
import { type Receiver, startReceiver } from '../../../service/src/poster/fixtures/receiver.ts';
import { HOST } from './world.ts';
import type { Report } from '../world/scenario.ts';

// Names lead where our own DNS server says. What they lead to, when that is public, is our receiver on loopback.

const PUBLIC = ['8.8.8.8', '2606:4700::1111'];
const AGE_MS = 60_000;
const ATTEMPTS = 8;
const FLIPPED_AT = 5;
const PRIVATE: readonly (readonly string[])[] = [
  ['127.0.0.1'],
  ['10.0.0.1'],
  ['169.254.169.254'],
  ['100.64.0.1'],
  ['168.63.129.16'],
  ['::1'],
  ['fd00::1'],
  ['fe80::1'],
  ['::ffff:127.0.0.1'],
  ['64:ff9b::7f00:1'],
  ['2002:7f00:1::'],
  ['2001::7f00:1'],
  ['8.8.8.8', '10.0.0.1'],
  ['8.8.8.8', 'fd00::1'],
];

const authority = newAuthority();

/** Names that lead to private addresses at delivery, whatever they led to before: no socket is opened. */
export async function reboundNames(plan: { tries: number }): Promise<Report> {
  const dns = await startNameServer();
  const book = addressBook({ servers: [dns.address] });
  const client = clientBy(dialer({ addresses: book, connectTo: new Map(), ca: [authority.ca] }));
  let sockets = 0;
  // The resolver's own sockets are of another kind: these are TCP.
  const count = (): void => void (sockets += 1);
  subscribe('net.client.socket', count);
  const outcomes = new Map<string, number>();
  try {
    for (let n = 0; n < plan.tries; n += 1) {
      const name = `rebound-${n}.test`;
      dns.names.set(name, PRIVATE[n % PRIVATE.length]!);
      const { result, error_class } = await client.post(postingTo(name, 1));
      const outcome = `${result} ${error_class}`;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  } finally {
    unsubscribe('net.client.socket', count);
    client.close();
    await dns.close();
  }
  const refused = outcomes.get('failed address_not_public') ?? 0;
  const breaches = [
    ...(refused === plan.tries ? [] : [`not all were refused: ${JSON.stringify([...outcomes])}`]),
    ...(sockets === 0 ? [] : [`${sockets} sockets were opened`]),
  ];
  return { figures: { tries: plan.tries, refused, sockets }, breaches };
}

/** A name that turns private between two retries: those before reach its receiver, those after reach nobody. */
export async function flipOnRetry(): Promise<Report> {
  let now = 0;
  const rig = await openRig({ now: () => now, answer: 500 });
  const { dns, receiver, client } = rig;
  const outcomes: string[] = [];
  try {
    dns.names.set(HOST, PUBLIC);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      if (attempt === FLIPPED_AT) dns.names.set(HOST, ['8.8.8.8', '10.0.0.1']);
      const { error_class } = await client.post(postingTo(HOST, attempt));
      outcomes.push(String(error_class));
      now += AGE_MS + 1;
    }
  } finally {
    await rig.close();
  }
  const expected = outcomes.map((_, n) => (n + 1 < FLIPPED_AT ? 'status' : 'address_not_public'));
  const reached = receiver.received.length;
  const breaches = [
    ...(outcomes.join() === expected.join() ? [] : [`attempts came to ${outcomes.join(', ')}`]),
    ...(reached === FLIPPED_AT - 1 ? [] : [`${reached} posts arrived`]),
  ];
  return { figures: { attempts: outcomes.length, reached }, breaches };
}

/** Posts on a kept connection while its name turns private: the last one leaves before the connection is a minute old.
 *  `scale` shortens that minute, and the one for which an answer of DNS is believed. */
export async function flipUnderKeepAlive(plan: { scale: number }): Promise<Report> {
  const ageMs = AGE_MS * plan.scale;
  const now = (): number => performance.now() / plan.scale;
  const rig = await openRig({ now, answer: 200, connections: { ageMs } });
  const { dns, receiver, client } = rig;
  let last: Posted | null = null;
  let delivered = 0;
  let lastDeliveredMs = 0;
  try {
    dns.names.set(HOST, PUBLIC);
    await client.post(postingTo(HOST, 1));
    // The connection is older than this.
    const from = performance.now();
    dns.names.set(HOST, ['10.0.0.1']);
    while (performance.now() - from < ageMs * 1.3) {
      const begun = performance.now() - from;
      last = await client.post(postingTo(HOST, 1));
      if (last.result === 'delivered') {
        delivered += 1;
        lastDeliveredMs = begun;
      }
      await wait(ageMs / 30);
    }
  } finally {
    await rig.close();
  }
  const breaches = [
    ...(delivered > 1 ? [] : ['the connection was not kept']),
    ...(receiver.connections() === 1 ? [] : [`there were ${receiver.connections()} connections`]),
    ...(lastDeliveredMs <= ageMs
      ? []
      : [`the last post left ${Math.round(lastDeliveredMs)} ms after the first`]),
    ...(last?.error_class === 'address_not_public' ? [] : [`the end was ${last?.error_class}`]),
  ];
  return { figures: { delivered, last_after_ms: Math.round(lastDeliveredMs) }, breaches };
}

interface Rig {
  dns: Pick<NameServer, 'names'>;
  receiver: Receiver;
  client: Poster;
  close(): Promise<void>;
}

async function openRig(options: {
  now: () => number;
  answer: number;
  connections?: { ageMs: number };
}): Promise<Rig> {
  const dns = await startNameServer();
  const receiver = await startReceiver(authority.issue([HOST]), (response) =>
    response.writeHead(options.answer).end(),
  );
  const book = addressBook({ servers: [dns.address], now: options.now });
  const client = clientBy(vetting(book, receiver), options.connections);
  const close = async (): Promise<void> => {
    client.close();
    await receiver.close();
    await dns.close();
  };
  return { dns, receiver, client, close };
}

// Vets as the service does; an address that passes leads to the receiver.
function vetting(book: AddressBook, receiver: Receiver): Dialer {
  const connectTo = new Map([[HOST, { host: '127.0.0.1', port: receiver.port }]]);
  const loopback = dialer({ addresses: book, connectTo, ca: [authority.ca] });
  return {
    connect: async (target) => {
      const vetted = await book.vet(target.host);
      if (vetted.kind === 'private') throw new DialProblem('address_not_public');
      if (vetted.kind === 'unresolved') throw new DialProblem('dns_unresolved');
      return loopback.connect(target);
    },
  };
}

function clientBy(by: Dialer, connections?: { ageMs: number }): Poster {
  return poster({
    dialer: by,
    readKey: () => Promise.resolve({ kind: 'key', secret: 'whsec_test', seconds: 1_700_000_000 }),
    clock: movableClock(),
    limits: { silenceMs: 10_000, totalMs: 300_000 },
    ...(connections ? { connections } : {}),
  });
}

function postingTo(name: string, attempt: number) {
  return {
    ...{ endpoint_id: '01900000-0000-7000-8000-000000000001', activation: 1, attempt },
    ...{ event_id: '01900000-0000-7000-8000-000000000002', type: 'payment.captured', lease: null },
    ...{ url: `https://${name}/hook`, body: '{"id":"evt_1"}' },
  };
}
