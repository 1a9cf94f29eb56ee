import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import tls, { type TLSSocket } from 'node:tls';
import { movableClock } from '../../../service/src/lib/clock.ts';
import { addressBook } from '../../../service/src/lib/public-address.ts';
import { dialer } from '../../../service/src/poster/dial.ts';
import { poster, type Poster } from '../../../service/src/poster/post.ts';
import { newAuthority } from '../../../service/src/poster/fixtures/certificate.ts';
import type { Report } from '../world/scenario.ts';

// Receivers that take as long as they are let. By the real timers; `npm run faults` lets them have the whole time.

const GONE_WITHIN_MS = 500;
// Of a silence: each piece comes in time, and never the last.
const PACE = 0.5;
const INTERIM_LET = 10;
const CPU_SHARE_MAX = 0.1;
const MIB = 2 ** 20;
const GROWN_MIB_MAX = 16;

interface SlowPlan {
  silenceMs: number;
  totalMs: number;
  /** How many of each kind there are at once. */
  each: number;
  /** How much longer they may take; null where a busy machine would decide. */
  lateMs: number | null;
}

/** How long a receiver of the kind may take, and what the attempt comes to. */
interface Kind {
  serve: (socket: net.Socket, everyMs: number) => void;
  endsAfterMs: (plan: SlowPlan) => number;
  outcome: string;
}

const wholeTime = ({ totalMs }: SlowPlan): number => totalMs;
const oneSilence = ({ silenceMs }: SlowPlan): number => silenceMs;

const KINDS: Readonly<Record<string, Kind>> = {
  never_a_whole_head: {
    serve: overTls((socket, everyMs) => {
      socket.write('HTTP/1.1 200 OK\r\nX: ');
      trickle(socket, 'x', everyMs);
    }),
    endsAfterMs: wholeTime,
    outcome: 'failed too_long',
  },
  body_byte_by_byte: {
    serve: overTls((socket, everyMs) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
      trickle(socket, '.', everyMs);
    }),
    endsAfterMs: wholeTime,
    outcome: 'delivered 200',
  },
  continue_without_end: {
    serve: overTls((socket, everyMs) => trickle(socket, 'HTTP/1.1 100 Continue\r\n\r\n', everyMs)),
    endsAfterMs: ({ silenceMs }) => (INTERIM_LET + 1) * PACE * silenceMs,
    outcome: 'failed protocol',
  },
  reads_nothing: {
    serve: overTls((socket) => void socket.pause(), { reads: false }),
    endsAfterMs: oneSilence,
    outcome: 'failed silence',
  },
  handshake_without_end: {
    // A record of the handshake of which every byte but the last ones comes.
    serve: (socket, everyMs) => {
      socket.once('data', () => {
        socket.write(Buffer.from([22, 3, 3, 0x3f, 0xff, 2, 0, 0x3f, 0xfb, 3, 3]));
        trickle(socket, '\0', everyMs);
      });
    },
    endsAfterMs: wholeTime,
    outcome: 'failed too_long',
  },
  handshake_never_begun: {
    serve: (socket) => void socket.resume(),
    endsAfterMs: oneSilence,
    outcome: 'failed silence',
  },
};

const hostOf = (name: string): string => `${name.replaceAll('_', '-')}.faults.test`;
const authority = newAuthority();
const certified = authority.issue(Object.keys(KINDS).map(hostOf));

/** Each kind of slow receiver has its attempts for as long as it may: all end when they must, not a socket is left, and
 *  they cost next to nothing meanwhile. */
export async function waitOutSlowness(plan: SlowPlan): Promise<Report> {
  const report: Report = { figures: {}, breaches: [] };
  const ways = await Promise.all(Object.entries(KINDS).map(([name, kind]) => openWay(name, kind, plan)));
  const client = clientTo(ways, plan);
  const from = { at: performance.now(), cpu: process.cpuUsage(), rss: process.memoryUsage.rss() };
  try {
    await Promise.all(ways.map((way) => waitOut(report, plan, { way, client })));
  } finally {
    client.close();
    await Promise.all(ways.map((way) => way.close()));
  }
  const { user, system } = process.cpuUsage(from.cpu);
  const share = (user + system) / 1_000 / (performance.now() - from.at);
  const grown = Math.round((process.memoryUsage.rss() - from.rss) / MIB);
  report.figures['processor_share'] = Number(share.toFixed(3));
  report.figures['grown_mib'] = grown;
  if (share > CPU_SHARE_MAX) report.breaches.push(`they took ${share.toFixed(2)} of a processor`);
  if (grown > GROWN_MIB_MAX) report.breaches.push(`the process grew by ${grown} MiB`);
  return report;
}

async function waitOut(
  { figures, breaches }: Report,
  plan: SlowPlan,
  { way, client }: { way: Way; client: Poster },
): Promise<void> {
  const { name, kind, open } = way;
  const all = await Promise.all(Array.from({ length: plan.each }, (_, n) => postTo(name, { n, client })));
  const due = kind.endsAfterMs(plan);
  const ms = all.map((posted) => posted.ms);
  const [first, last] = [Math.min(...ms), Math.max(...ms)];
  figures[`${name}_ms`] = last;
  for (const { result, error_class, status } of all) {
    const outcome = `${result} ${error_class ?? String(status)}`;
    if (outcome !== kind.outcome) breaches.push(`${name}: ${outcome} instead of ${kind.outcome}`);
  }
  const isLate = plan.lateMs !== null && last > due + plan.lateMs;
  if (first < due || isLate) breaches.push(`${name}: ended after ${first} to ${last} ms instead of ${due}`);
  // What is destroyed says so in the next turns of the loop; whoever reads nothing does not hear it.
  await wait(GONE_WITHIN_MS);
  if (open.size > 0 && name !== 'reads_nothing') breaches.push(`${name}: ${open.size} sockets were left`);
}

interface Way {
  name: string;
  kind: Kind;
  port: number;
  open: ReadonlySet<net.Socket>;
  close(): Promise<unknown>;
}

async function openWay(name: string, kind: Kind, plan: SlowPlan): Promise<Way> {
  const open = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => open.delete(socket));
    kind.serve(socket, plan.silenceMs * PACE);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  const close = async (): Promise<void> => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { name, kind, port, open, close };
}

function overTls(
  serve: (socket: TLSSocket, everyMs: number) => void,
  { reads } = { reads: true },
): Kind['serve'] {
  return (raw, everyMs) => {
    const socket = new tls.TLSSocket(raw, { isServer: true, ...certified });
    socket.on('error', () => undefined);
    if (reads) socket.once('data', () => serve(socket, everyMs));
    else socket.once('secure', () => serve(socket, everyMs));
  };
}

function trickle(socket: net.Socket, piece: string, everyMs: number): void {
  const timer = setInterval(() => socket.write(piece), everyMs);
  socket.once('close', () => clearInterval(timer));
}

function clientTo(ways: readonly Way[], { silenceMs, totalMs }: SlowPlan): Poster {
  const connectTo = new Map(ways.map(({ name, port }) => [hostOf(name), { host: '127.0.0.1', port }]));
  return poster({
    dialer: dialer({ addresses: addressBook(), connectTo, ca: [authority.ca] }),
    readKey: () => Promise.resolve({ kind: 'key', secret: 'whsec_test', seconds: 1_700_000_000 }),
    clock: movableClock(),
    limits: { silenceMs, totalMs },
  });
}

// Each for an endpoint of its own, which has eight connections at most.
function postTo(name: string, { n, client }: { n: number; client: Poster }) {
  return client.post({
    ...{ endpoint_id: `${name} ${n}`, activation: 1, attempt: 1 },
    ...{ event_id: '01900000-0000-7000-8000-000000000002', type: 'payment.captured', lease: null },
    ...{ url: `https://${hostOf(name)}/hook`, body: '{"id":"evt_1"}' },
  });
}
