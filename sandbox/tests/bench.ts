import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDatabase } from '../../tests/world/database.ts';
import { startSandbox, type RunningSandbox, type SandboxOptions } from '../main.ts';
import { SEED_BUSINESS_ID } from '../ppcp/shapes/seed.ts';

export const WALLET = {
  client_id: 'AQtestclient',
  client_secret: 'test-secret',
  partner_id: 'PARTNERABCDEF',
  partner_attribution_id: 'Fairway_Test',
  webhook_id: '2WH00000000000001',
};

export const SELLER = SEED_BUSINESS_ID;

export const ALL_FEATURES = [
  'PAYMENT',
  'REFUND',
  'PARTNER_FEE',
  'ACCESS_MERCHANT_INFORMATION',
  'READ_SELLER_DISPUTE',
  'UPDATE_SELLER_DISPUTE',
  'ADVANCED_TRANSACTIONS_SEARCH',
  'VAULT',
];

/** The JSON of an answer under test; what a test says of it is checked by running it. */
export type Json = ReturnType<typeof JSON.parse>;

export interface Answered {
  status: number;
  headers: Headers;
  text: string;
  body: Record<string, Json>;
}

export interface HeardNotice {
  headers: IncomingHttpHeaders;
  raw: Buffer;
  event: Record<string, Json>;
}

/** One sandbox over a database of its own, with a clock that only the test moves. */
export interface Bench {
  sandbox: RunningSandbox;
  options: SandboxOptions;
  /** The sandbox's database itself, also where the sandbox is led to it by another way. */
  direct_url: string;
  heard: HeardNotice[];
  hearing: { status: number };
  advance(seconds: number): void;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>;
  api(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>;
  control(method: string, path: string, body?: unknown): Promise<Answered>;
  /** An authorization header with a live token. */
  bearer(): Promise<string>;
  token(): Promise<Answered>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a bench; close it when the file ends. `lead` may give the sandbox another way to its database. */
export async function startBench(lead = async (url: string) => url): Promise<Bench> {
  const database = await createDatabase();
  const heard: HeardNotice[] = [];
  const hearing = { status: 200 };
  const listener = await startListener(heard, hearing);
  let now = Date.parse('2030-05-06T07:08:09.000Z');
  const options: SandboxOptions = {
    database_url: await lead(database.url),
    port: 0,
    clock: { now: () => new Date(now) },
    wallet: WALLET,
    notice_url: () => `http://127.0.0.1:${(listener.address() as AddressInfo).port}/notices`,
    gateway_notice_url: () => `http://127.0.0.1:${(listener.address() as AddressInfo).port}/notices`,
  };
  const state = { sandbox: await startSandbox(options), token: '' };
  const bench: Bench = {
    get sandbox() {
      return state.sandbox;
    },
    options,
    direct_url: database.url,
    heard,
    hearing,
    advance(seconds) {
      now += seconds * 1000;
    },
    call: (method, path, body, headers) => request(state.sandbox.url + path, method, body, headers),
    async api(method, path, body, headers = {}) {
      const send = (): Promise<Answered> =>
        request(state.sandbox.url + path, method, body, {
          authorization: `Bearer ${state.token}`,
          ...headers,
        });
      const first = await send();
      if (first.body['error'] !== 'invalid_token') return first;
      state.token = await freshToken(state.sandbox.url);
      return send();
    },
    control: (method, path, body) => request(`${state.sandbox.url}/_control${path}`, method, body),
    async bearer() {
      state.token = await freshToken(state.sandbox.url);
      return `Bearer ${state.token}`;
    },
    token: () => askToken(state.sandbox.url),
    async restart() {
      await state.sandbox.close();
      state.sandbox = await startSandbox(options);
    },
    async close() {
      await state.sandbox.close();
      listener.closeAllConnections();
      await new Promise((resolve) => listener.close(resolve));
      await database.drop();
    },
  };
  return bench;
}

/** Gives a test the sandbox as it is seeded, with a seller who has granted all of these and nothing told yet. */
export async function beginAnew(bench: Bench, granted: readonly string[] = ALL_FEATURES): Promise<void> {
  await bench.control('POST', '/reset', {});
  await bench.control('PATCH', `/accounts/${SELLER}`, { granted });
  await bench.sandbox.drain();
  bench.heard.length = 0;
  bench.hearing.status = 200;
}

/** The header that acts for a seller. */
export function assertion(sellerId: string = SELLER): Record<string, string> {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iss: WALLET.client_id, payer_id: sellerId };
  return { 'PayPal-Auth-Assertion': `${part({ alg: 'none' })}.${part(claims)}.` };
}

/** An order body; the fee is left out when null. */
export function orderBody(value = '27.00', fee: string | null = '0.81', extra: object = {}): object {
  const money = (amount: string): object => ({ currency_code: 'USD', value: amount });
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        reference_id: 'default',
        amount: money(value),
        payee: { merchant_id: SELLER },
        ...(fee === null
          ? {}
          : {
              payment_instruction: { disbursement_mode: 'INSTANT', platform_fees: [{ amount: money(fee) }] },
            }),
        ...extra,
      },
    ],
  };
}

/** An approved order's id. */
export async function approvedOrder(
  bench: Bench,
  choice: object = {},
  body: object = orderBody(),
): Promise<string> {
  const created = await bench.api('POST', '/v2/checkout/orders', body);
  if (created.status >= 300) throw new Error(created.text);
  const id = String(created.body['id']);
  const approved = await bench.control('POST', `/orders/${id}/approve`, choice);
  if (approved.status !== 200) throw new Error(approved.text);
  return id;
}

/** A captured order and its first capture. */
export async function capturedOrder(
  bench: Bench,
  choice: object = {},
  body: object = orderBody(),
): Promise<{ order_id: string; capture: Record<string, Json> }> {
  const order_id = await approvedOrder(bench, choice, body);
  const answer = await bench.api('POST', `/v2/checkout/orders/${order_id}/capture`, {});
  if (answer.status !== 201) throw new Error(answer.text);
  const { purchase_units } = answer.body as unknown as {
    purchase_units: { payments: { captures: Record<string, Json>[] } }[];
  };
  return { order_id, capture: purchase_units[0]?.payments.captures[0] ?? {} };
}

async function freshToken(url: string): Promise<string> {
  return String((await askToken(url)).body['access_token']);
}

/** Asks for an access token. */
export function askToken(url: string): Promise<Answered> {
  const basic = Buffer.from(`${WALLET.client_id}:${WALLET.client_secret}`).toString('base64');
  return request(`${url}/v1/oauth2/token`, 'POST', 'grant_type=client_credentials', {
    authorization: `Basic ${basic}`,
    'content-type': 'application/x-www-form-urlencoded',
  });
}

/** One call with a JSON body, or with a text as it is. */
export async function request(
  url: string,
  method: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answered> {
  const answer = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: parsed(text) };
}

function parsed(text: string): Record<string, Json> {
  try {
    return JSON.parse(text) as Record<string, Json>;
  } catch {
    return {};
  }
}

async function startListener(heard: HeardNotice[], hearing: { status: number }): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const raw = Buffer.concat(chunks);
      heard.push({
        headers: incoming.headers,
        raw,
        event: JSON.parse(raw.toString()) as Record<string, Json>,
      });
      outgoing.writeHead(hearing.status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
