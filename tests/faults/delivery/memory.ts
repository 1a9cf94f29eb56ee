import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { SERVING } from '../../../bin/launch.mjs';
import { newAuthority } from '../../../service/src/poster/fixtures/certificate.ts';
import {
  type Receiver,
  startRawReceiver,
  startReceiver,
} from '../../../service/src/poster/fixtures/receiver.ts';
import type { MemoryPlan, MemoryUse } from './memory-process.ts';
import { HOST } from './world.ts';
import { isLate } from '../world/times.ts';
import type { Report } from '../world/scenario.ts';

const MIB = 2 ** 20;
const FAILED_MIB = 32;
const AT_ONCE = 16;
const DRIP_MS = 100;
const HEADERS = 10_000;
const CHUNK = Buffer.alloc(64 * 1024, 'x');
const BOMB = gzipSync(Buffer.alloc(64 * MIB));

const FLAGS = ['--expose-gc', ...SERVING];

const authority = newAuthority();
const certified = authority.issue([HOST]);

/** Attempts at receivers whose certificate does not hold leave no memory behind. */
export async function failCertificates(plan: { attempts: number }): Promise<Report> {
  const presented = {
    expired: authority.issue([HOST], { expired: true }),
    strange: newAuthority().issue([HOST]),
    other_name: authority.issue(['other.faults.test']),
  };
  const report: Report = { figures: {}, breaches: [] };
  for (const [name, bad] of Object.entries(presented)) {
    const receiver = await startReceiver(bad, (response) => response.end());
    const attempts = Math.ceil(plan.attempts / Object.keys(presented).length);
    judge(report, name, await attempt(receiver, { attempts }), {
      attempts,
      outcome: 'failed tls',
      mib: FAILED_MIB,
    });
    await receiver.close();
  }
  return report;
}

/** Answers that never end are ended by the ceilings, and cost next to no memory. */
export async function endlessAnswers(plan: {
  attempts: number;
  totalMs: number;
  mib: number;
}): Promise<Report> {
  const report: Report = { figures: {}, breaches: [] };
  for (const [name, { serve, outcome }] of Object.entries(ENDLESS)) {
    const receiver = await startRawReceiver(certified, (socket) => socket.once('data', () => serve(socket)));
    const isDrip = name === 'drip';
    const attempts = isDrip ? AT_ONCE : plan.attempts;
    const totalMs = isDrip ? plan.totalMs : 300_000;
    const use = await attempt(receiver, { attempts, totalMs });
    judge(report, name, use, { attempts, outcome, mib: plan.mib });
    if (isDrip && (use.longest_ms < totalMs || isLate(use.longest_ms, totalMs + 1_000))) {
      report.breaches.push(`drip: ended after ${use.longest_ms} ms instead of ${totalMs}`);
    }
    await receiver.close();
  }
  return report;
}

const ENDLESS: Record<string, { serve: (socket: TLSSocket) => void; outcome: string }> = {
  body: {
    serve: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n');
      pour(socket, CHUNK);
    },
    outcome: 'delivered 200',
  },
  chunks: {
    serve: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      pour(
        socket,
        Buffer.concat([Buffer.from(`${CHUNK.length.toString(16)}\r\n`), CHUNK, Buffer.from('\r\n')]),
      );
    },
    outcome: 'delivered 200',
  },
  head: {
    serve: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX: ');
      pour(socket, CHUNK);
    },
    outcome: 'failed head_too_large',
  },
  headers: {
    serve: (socket) => socket.end(`HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(HEADERS)}\r\n`),
    outcome: 'failed head_too_large',
  },
  bomb: {
    serve: (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${BOMB.length}\r\n\r\n`);
      socket.end(BOMB);
    },
    outcome: 'delivered 200',
  },
  drip: {
    serve: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n');
      const timer = setInterval(() => socket.write('.'), DRIP_MS);
      socket.once('close', () => clearInterval(timer));
    },
    outcome: 'delivered 200',
  },
};

// As fast as it is taken, for as long as anybody takes it.
function pour(socket: TLSSocket, bytes: Buffer): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(bytes));
  };
  socket.on('drain', more);
  more();
}

async function attempt({ port }: Receiver, of: { attempts: number; totalMs?: number }): Promise<MemoryUse> {
  const file = path.join(import.meta.dirname, 'memory-process.ts');
  const { PATH, HOME } = process.env;
  const child = fork(file, { execArgv: FLAGS, env: { PATH, HOME, NODE_NO_WARNINGS: '1' } });
  const plan: MemoryPlan = {
    ...{ host: HOST, port, ca: authority.ca, attempts: of.attempts, atOnce: AT_ONCE },
    limits: { silenceMs: 10_000, totalMs: of.totalMs ?? 300_000 },
  };
  child.send(plan);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the attempts ended with ${String(code)}`);
  });
  const [use] = (await Promise.race([once(child, 'message'), ended])) as [MemoryUse];
  ended.catch(() => undefined);
  return use;
}

function judge(
  { figures, breaches }: Report,
  name: string,
  use: MemoryUse,
  expected: { attempts: number; outcome: string; mib: number },
): void {
  const grown = (use.after - use.before) / MIB;
  const peak = (use.peak - use.before) / MIB;
  figures[`${name}_grown_mib`] = Number(grown.toFixed(1));
  figures[`${name}_peak_mib`] = Number(peak.toFixed(1));
  // The peak is at least what is left in the end.
  if (peak > expected.mib) breaches.push(`${name}: ${peak.toFixed(0)} MiB more than before`);
  if (use.outcomes[expected.outcome] !== expected.attempts) {
    breaches.push(`${name}: ${JSON.stringify(use.outcomes)} instead of ${expected.outcome}`);
  }
}
