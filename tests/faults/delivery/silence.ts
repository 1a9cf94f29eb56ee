import { setTimeout as wait } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { movableClock } from '../../../service/src/lib/clock.ts';
import { addressBook } from '../../../service/src/lib/public-address.ts';
import { dialer } from '../../../service/src/poster/dial.ts';
import { poster, type Posted } from '../../../service/src/poster/post.ts';
import { newAuthority } from '../../../service/src/poster/fixtures/certificate.ts';
import {
  type Receiver,
  startRawReceiver,
  startTarpit,
} from '../../../service/src/poster/fixtures/receiver.ts';
import { raiseMany } from '../../world/bare-world.ts';
import { breachesOfPosts, holdsWithin, HOST, openDeliveryWorld } from './world.ts';
import type { Report } from '../world/scenario.ts';

// By the real timers: these take their time.

const SILENCE_MS = 10_000;
const LATE_MS_MAX = 1_000;
const TOTAL_MS = 300_000;
const NEARLY_MS = 9_500;
const BETWEEN_BYTES_MS = 9_000;
const SLOW_BYTES = 7;

const authority = newAuthority();
const certified = authority.issue([HOST]);
const HEAD = 'HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n';

type Serve = (socket: TLSSocket) => unknown;

/** Receivers that are slow but never silent for ten seconds, and others that are. */
export async function waitOutSilence(): Promise<Report> {
  const report: Report = { figures: {}, breaches: [] };
  const patient = Object.entries(SLOW).map(async ([name, serve]) => {
    const posted = await postTo(await served(serve));
    report.figures[`${name}_ms`] = posted.ms;
    if (posted.result !== 'delivered')
      report.breaches.push(`${name}: ${posted.result} ${posted.error_class}`);
  });
  const silent = Object.entries(SILENT).map(async ([name, start]) => {
    const posted = await postTo(await start());
    report.figures[`${name}_ms`] = posted.ms;
    const isExact = posted.ms >= SILENCE_MS && posted.ms <= SILENCE_MS + LATE_MS_MAX;
    const isCounted = posted.result === 'failed' && posted.error_class === 'silence';
    if (!isExact || !isCounted) {
      report.breaches.push(`${name}: ${posted.result} ${posted.error_class} after ${posted.ms} ms`);
    }
  });
  await Promise.all([...patient, ...silent]);
  return report;
}

const SLOW: Record<string, Serve> = {
  first_byte_at_9_5_s: (socket) => wait(NEARLY_MS).then(() => socket.end(`${HEAD}whole!!`)),
  slow_head: (socket) =>
    slowly(socket, ['HTTP', '/1.1 ', '200', ' OK\r\n', 'Content-', 'Length: 0\r', '\n\r\n']),
  slow_body: async (socket) => {
    socket.write(HEAD);
    await slowly(
      socket,
      Array.from({ length: SLOW_BYTES }, () => '.'),
    );
  },
};

const SILENT: Record<string, () => Promise<Receiver>> = {
  before_tls: () => startTarpit(),
  after_tls: () => served(() => undefined),
  in_head: () => served((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-')),
  in_body: () => served((socket) => socket.write(`${HEAD}half`)),
};

function served(serve: Serve): Promise<Receiver> {
  return startRawReceiver(certified, (socket) => socket.once('data', () => void serve(socket)));
}

async function slowly(socket: TLSSocket, parts: readonly string[]): Promise<void> {
  for (const part of parts) {
    await wait(BETWEEN_BYTES_MS);
    if (!socket.destroyed) socket.write(part);
  }
}

async function postTo(receiver: Receiver): Promise<Posted> {
  const client = poster({
    dialer: dialer({
      addresses: addressBook(),
      connectTo: new Map([[HOST, { host: '127.0.0.1', port: receiver.port }]]),
      ca: [authority.ca],
    }),
    readKey: () => Promise.resolve({ kind: 'key', secret: 'whsec_test', seconds: 1_700_000_000 }),
    clock: movableClock(),
    limits: { silenceMs: SILENCE_MS, totalMs: TOTAL_MS },
  });
  try {
    return await client.post({
      ...{ endpoint_id: '01900000-0000-7000-8000-000000000001', activation: 1, attempt: 1 },
      ...{ event_id: '01900000-0000-7000-8000-000000000002', type: 'payment.captured', lease: null },
      ...{ url: `https://${HOST}/hook`, body: '{"id":"evt_1"}' },
    });
  } finally {
    client.close();
    await receiver.close();
  }
}

const DELAYS_SECONDS = [5, 60, 300, 1_800, 7_200, 28_800, 57_600];
const JITTER = 0.2;
// Between the moment a retry is due and its post stand a sweep of 200 ms, a claim and a connection.
const CLAIMED_WITHIN_MS = 1_000;
const QUIET_DELAYS = 10;
const LIMIT_MS = 600_000;

/** The whole schedule, scaled down, by the clock: eight posts at their times, and none after the last. */
export async function runSchedule(plan: { scale: number }): Promise<Report> {
  const world = await openDeliveryWorld({
    ...{ channels: 1, endpoints: 1, retryScale: plan.scale },
    answer: (response) => response.writeHead(500).end(),
  });
  const { received } = world.receiver;
  const breaches: string[] = [];
  try {
    await world.startDispatcher();
    await raiseMany(world.ctx, world.tenants, 1);
    if (!(await holdsWithin(LIMIT_MS, () => received.length >= 8)))
      breaches.push('there were not eight posts');
    const planned = DELAYS_SECONDS.map((seconds) => seconds * plan.scale * 1000);
    await wait(QUIET_DELAYS * planned.at(-1)!);
    if (received.length > 8) breaches.push(`there were ${received.length} posts`);
    const late = planned.map((ms, n) => received[n + 1]!.at - received[n]!.at - ms * (1 + JITTER));
    const early = planned.filter(
      (ms, n) => received[n + 1]!.at - received[n]!.at < Math.floor(ms * (1 - JITTER)),
    );
    if (early.length > 0) breaches.push(`${early.length} retries came too early`);
    if (Math.max(...late) > CLAIMED_WITHIN_MS) breaches.push(`a retry came ${Math.max(...late)} ms late`);
    breaches.push(...(await breachesOfPosts(world)));
    return { figures: { posts: received.length, latest_ms: Math.round(Math.max(0, ...late)) }, breaches };
  } finally {
    await world.close();
  }
}
