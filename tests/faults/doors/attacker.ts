import http from 'node:http';
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import tls from 'node:tls';
import { workerData } from 'node:worker_threads';

// A stranger in a thread of its own, so that what it costs itself is not taken for what it costs others.

const CONNECTIONS = 16;
const READERS = 1_000;
const ASKED_PER_READER = 20;
const AFTER_REFUSAL_MS = 50;
const HOUR_MS = 3_600_000;
const INTERIM = 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1_000);

export type Attack = 'anonymous_json' | 'deaf_readers' | 'many_items' | 'endless_interim' | 'certificates';

export interface Attacker {
  attack: Attack;
  base_url: string;
  provider_url: string;
  /** Of a merchant whose holder attacks. */
  key: string;
  merchant_id: string;
  /** Where the receiver without an end listens. */
  receiver: { port: number; key: string; cert: string };
  /** How many calls, connections or answers were begun, and how many of them the service refused or ended. */
  counts: SharedArrayBuffer;
}

const attacker = workerData as Attacker;
const counter = new Int32Array(attacker.counts);
const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
const begun = (): void => void Atomics.add(counter, 0, 1);
const ended = (): void => void Atomics.add(counter, 1, 1);

async function post(path: string, body: string, headers: Record<string, string>): Promise<void> {
  begun();
  const options = {
    method: 'POST',
    agent,
    headers: { 'content-length': Buffer.byteLength(body), ...headers },
  };
  const isDone = await new Promise<boolean>((resolve) => {
    const request = http.request(`${attacker.base_url}${path}`, options, (response) => {
      response.resume();
      if (response.statusCode! >= 400) ended();
      response.on('close', () => resolve(true));
    });
    request.on('error', () => resolve(false));
    request.end(body);
  });
  if (!isDone) await pause(AFTER_REFUSAL_MS);
}

async function fromAllConnections(act: (n: number) => Promise<void>): Promise<void> {
  let n = 0;
  const forever = async (): Promise<never> => {
    for (;;) await act((n += 1));
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, forever));
}

async function readNothing(): Promise<void> {
  const { hostname, port } = new URL(attacker.base_url);
  const asked = `GET /openapi.json HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`.repeat(ASKED_PER_READER);
  for (let n = 0; n < READERS; n += 1) {
    const socket = net.connect(Number(port), hostname, () => {
      begun();
      socket.write(asked);
    });
    socket.pause();
    socket.on('error', () => undefined);
  }
  // Sockets that do not read keep no thread, and it takes them with it when it ends.
  await pause(HOUR_MS);
}

function answerWithoutEnd(): void {
  const { port, key, cert } = attacker.receiver;
  const server = tls.createServer({ key, cert }, (socket) => {
    const pour = (): void => {
      while (!socket.destroyed && socket.write(INTERIM));
    };
    socket.on('error', () => undefined);
    socket.on('drain', pour);
    socket.once('data', () => {
      begun();
      socket.on('close', ended);
      pour();
    });
  });
  server.listen(port, '127.0.0.1');
}

const json = { 'content-type': 'application/json' };
const FIELDS = JSON.stringify(Object.fromEntries(Array.from({ length: 26_000 }, (_, n) => [`f${n}`, 1])));
const ITEMS = JSON.stringify({ amount: 1, items: Array.from({ length: 80_000 }, () => ({})) });

const ATTACKS: Readonly<Record<Attack, () => Promise<void> | void>> = {
  anonymous_json: () => fromAllConnections(() => post('/api/nothing', FIELDS, json)),
  deaf_readers: readNothing,
  many_items: () => {
    const own = { authorization: `Bearer ${attacker.key}`, 'x-merchant-id': attacker.merchant_id };
    return fromAllConnections(() => post('/api/checkout-sessions', ITEMS, { ...json, ...own }));
  },
  endless_interim: answerWithoutEnd,
  certificates: () =>
    fromAllConnections((n) => post('/api/notices/ppcp', '{}', { ...json, ...signedByNobody(n) })),
};

function signedByNobody(n: number): Record<string, string> {
  return {
    'paypal-transmission-id': String(n),
    'paypal-transmission-time': new Date().toISOString(),
    'paypal-transmission-sig': 'AAAA',
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': `${attacker.provider_url}/v1/notifications/certs/CERT-${n}`,
  };
}

await ATTACKS[attacker.attack]();
