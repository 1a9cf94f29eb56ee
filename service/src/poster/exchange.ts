import type { ClientRequest, IncomingMessage } from 'node:http';
import https from 'node:https';
import type net from 'node:net';
import { hostOf } from '../lib/public-address.ts';
import type { Agents, Route } from './agents.ts';
import { type ErrorClass, errorClassOf } from './error-class.ts';
import { plainHeaders, signedHeaders } from './sign.ts';
import type { AskedForKey, ReadSigningKey } from './signing-key.ts';
import type { SilenceWatch, Watched, WhyEnded } from './silence.ts';

const HEAD_MAX_BYTES = 16 * 1024;
const BODY_MAX_BYTES = 64 * 1024;
// 100, 102 and 103 before the answer itself. Each costs a turn of the parser, so a receiver that sends them without end
// would have a core to itself for as long as an attempt may take.
const INTERIM_MAX = 10;

/** One attempt to make: where, and the exact bytes. */
export interface Posting extends AskedForKey {
  event_id: string;
  type: string;
  url: string;
  body: string;
  attempt: number;
}

export interface PostResult {
  /** `unsent`: nothing left this host and nothing is counted; `stopped`: the endpoint no longer takes this event. */
  result: 'delivered' | 'failed' | 'unsent' | 'stopped';
  status: number | null;
  error_class: ErrorClass | null;
  retry_after_seconds: number | null;
}

/** `wasStale`: an idle socket had died before the receiver could see the request. */
type Ended = PostResult & { remote_ip: string | null; wasStale: boolean };

export interface Parts {
  agents: Agents;
  silence: SilenceWatch;
  readKey: ReadSigningKey;
  aborting: Set<() => void>;
}

interface Exchange {
  readonly posting: Posting;
  readonly watched: Watched;
  isOver: boolean;
  /** The connection stands, and the secret is being read. */
  isAsking: boolean;
  isSent: boolean;
  /** Set when the head of the answer is whole. */
  status: number | null;
  response: IncomingMessage | null;
  raw: net.Socket | undefined;
  remote_ip: string | null;
}

type Over = (answer: PostResult, socket?: 'keep' | 'destroy', wasStale?: boolean) => void;

/** Sends one request and reads its answer to the end. Whatever happens ends it: the answer, an error, 10 s without a
 *  byte, too many of them, the whole time used up, or an abort. */
export function exchange(parts: Parts, posting: Posting, way: { isFresh: boolean }): Promise<Ended> {
  return new Promise((resolve) => {
    const watched = parts.silence.watch((why) => over(outOfTime(why, one)));
    const one: Exchange = {
      ...{ posting, watched, isOver: false, isAsking: false, isSent: false },
      ...{ status: null, response: null, raw: undefined, remote_ip: null },
    };
    const over: Over = (answer, socket = 'destroy', wasStale = false) => {
      if (one.isOver) return;
      one.isOver = true;
      watched.stop();
      parts.aborting.delete(abort);
      if (socket === 'destroy') setImmediate(() => tearDown(one, request));
      resolve({ ...answer, remote_ip: one.remote_ip, wasStale });
    };
    const abort = (): void => over(one.isSent ? failed('interrupted', one.status) : UNSENT);
    parts.aborting.add(abort);
    const url = new URL(posting.url);
    const route = routeOf(one, url);
    const agent = way.isFresh ? parts.agents.fresh : parts.agents.pooledFor(route);
    const request = https.request(requestOptions(posting, url, { route, agent }));
    listen(one, request, over);
    request.on('socket', (socket) => {
      if (one.isOver) return;
      const raw = parts.agents.rawOf(socket);
      if (raw) route.onRaw(raw);
      one.remote_ip = socket.remoteAddress ?? null;
      void signAndSend(one, request, { readKey: parts.readKey, over });
    });
  });
}

// Not from within a callback of the parser, and never the TCP socket from under TLS: either would hand the parser to
// the next connection while it is still at work. Before there is a TLS socket, the TCP socket is all there is.
function tearDown(one: Exchange, request: ClientRequest): void {
  if (!request.socket) one.raw?.destroy();
  request.destroy();
}

function routeOf(one: Exchange, url: URL): Route {
  const { endpoint_id, attempt } = one.posting;
  return {
    ...{ endpoint_id, attempt, host: hostOf(url) },
    onRaw: (raw) => {
      one.raw = raw;
      if (one.isOver) raw.destroy();
      else one.watched.observe(() => raw.bytesRead);
    },
    isAbandoned: () => one.isOver,
  };
}

function requestOptions(
  posting: Posting,
  url: URL,
  { route, agent }: { route: Route; agent: https.Agent },
): https.RequestOptions & { route: Route } {
  return {
    method: 'POST',
    host: route.host,
    path: `${url.pathname}${url.search}`,
    headers: { Host: url.host, ...plainHeaders(posting) },
    agent,
    maxHeaderSize: HEAD_MAX_BYTES,
    route,
  };
}

// Signing is last: the connection stands, and the second and the secret are those of this moment.
async function signAndSend(
  one: Exchange,
  request: ClientRequest,
  { readKey, over }: { readKey: ReadSigningKey; over: Over },
): Promise<void> {
  try {
    one.isAsking = true;
    const key = await readKey(one.posting);
    one.isAsking = false;
    if (one.isOver) return;
    if (key.kind === 'lost') return over(UNSENT);
    if (key.kind === 'stopped') return over({ ...UNSENT, result: 'stopped' });
    if (key.kind === 'unreadable') return over(failed('secret_unreadable', null));
    const headers = signedHeaders(key.secret, key.seconds, one.posting.body);
    for (const [name, value] of Object.entries(headers)) request.setHeader(name, value);
    one.watched.touch();
    one.isSent = true;
    request.end(one.posting.body);
  } catch {
    over(UNSENT);
  }
}

function listen(one: Exchange, request: ClientRequest, over: Over): void {
  request.on('error', (error) => {
    // What comes after an answer of the declared length is nothing to do with it.
    if (one.response?.complete) return over(answerOf(one.response));
    const errorClass = errorClassOf(error);
    const wasStale = request.reusedSocket && errorClass === 'reset' && one.status === null;
    over(failed(errorClass, one.status), 'destroy', wasStale);
  });
  let interim = 0;
  request.on('information', () => {
    interim += 1;
    if (interim > INTERIM_MAX) over(failed('protocol', null));
  });
  request.on('response', (response) => {
    one.status = response.statusCode ?? null;
    one.response = response;
    readBody(response, one.status ?? 0, over);
  });
}

// The body is read and thrown away. Beyond the ceiling the connection goes and the status stays.
function readBody(response: IncomingMessage, status: number, over: Over): void {
  const answer = answerOf(response);
  let bytes = 0;
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > BODY_MAX_BYTES) over(answer);
  });
  response.on('end', () => over(answer, 'keep'));
  response.on('error', () => over(failed('reset', status)));
  response.on('close', () => over(failed('reset', status)));
}

function answerOf(response: IncomingMessage): PostResult {
  return { ...judged(response.statusCode ?? 0), retry_after_seconds: retryAfter(response) };
}

// A ceiling ends an answer that goes on and on, but its head was whole. Silence fails any attempt, but for one that was never
// sent because our own database was silent.
function outOfTime(why: WhyEnded, { status, isAsking }: Exchange): PostResult {
  if (isAsking) return UNSENT;
  if (why === 'silence') return failed('silence', status);
  if (status !== null) return judged(status);
  return failed(why === 'bytes' ? 'protocol' : 'too_long', null);
}

function judged(status: number): PostResult {
  const isSuccess = status >= 200 && status <= 299;
  return {
    result: isSuccess ? 'delivered' : 'failed',
    status,
    error_class: isSuccess ? null : 'status',
    retry_after_seconds: null,
  };
}

function retryAfter(response: IncomingMessage): number | null {
  const text = response.headers['retry-after'];
  const isAsked = response.statusCode === 429 || response.statusCode === 503;
  return isAsked && text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : null;
}

function failed(errorClass: ErrorClass, status: number | null): PostResult {
  return { result: 'failed', status, error_class: errorClass, retry_after_seconds: null };
}

/** Nothing left this host. */
export const UNSENT: PostResult = {
  result: 'unsent',
  status: null,
  error_class: null,
  retry_after_seconds: null,
};
