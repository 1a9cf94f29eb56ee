import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { underFault } from '../machine/faults/strike.ts';
import { statusOfFailure } from '../machine/http/failure.ts';
import { makePartyScope } from '../machine/http/party-scope.ts';
import type { CallLog } from '../machine/store/call-log.ts';
import { insertRecord, putRecord, readRecord } from '../machine/store/records.ts';
import { transact, type World } from '../machine/world.ts';
import {
  CarrierProblem,
  notPlayed,
  problemOfFault,
  problemOfStatus,
  refuse,
  type RefusalNumber,
} from './problem.ts';
import type { MessageStatus, TextMessage } from './shapes.ts';
import { endOf, sendLater } from './status.ts';
import type { CarrierAccount, CarrierWorld } from './world.ts';

const VERSION = '2010-04-01';
const BODY_MAX = 1_600;
const PAGE_DEFAULT = 50;
const PAGE_MAX = 1_000;

/** Where the carrier is found. */
export const CARRIER_PREFIX = `/${VERSION}`;

const NUMBER = /^\+[1-9]\d{6,14}$/;
const SENDER = /^(?:\+[1-9]\d{6,14}|\d{5,6}|[A-Za-z0-9 ]{1,11})$/;
const ACCOUNT = /^\/[^/?]+\/Accounts\/([^/?]+)/;
const SERVICE = /^MG[0-9a-f]{32}$/;

/** Numbers that the carrier knows not to reach, as in its own test environment. */
const UNREACHABLE: Readonly<Record<string, RefusalNumber>> = {
  '+15005550001': 21211,
  '+15005550004': 21610,
  '+15005550009': 21614,
};

/** Serves the carrier below `CARRIER_PREFIX`: send a text message, and look at it. */
export function serveMessages(app: FastifyInstance, world: CarrierWorld, calls: CallLog): void {
  makePartyScope(app, world, calls, {
    answer: (error, _request, reply) => answerProblem(error, reply),
    malformed: () => new CarrierProblem(400, 21000, 'The body is not valid JSON'),
    unknown: (request) => {
      requireAccount(world, request);
      return notPlayed();
    },
  });
  const base = '/Accounts/:account/Messages';
  app.post(`${base}.json`, async (request, reply) => {
    const sender = requireAccount(world, request);
    return underFault(world, {
      operation: 'messages.send',
      request,
      reply,
      effect: () => send(world, sender, new URLSearchParams(request.rawText)),
      send: (message) => reply.code(201).send(messageView(message, 'queued')),
      problemOf: problemOfFault,
    });
  });
  app.get(`${base}.json`, async (request, reply) => {
    const { account } = requireAccount(world, request);
    return reply.send(
      await listMessages(world, account, request.query as Record<string, string | undefined>),
    );
  });
  app.get(`${base}/:file`, async (request, reply) => {
    const { account } = requireAccount(world, request);
    const { file } = request.params as { file: string };
    const message = await readRecord(world.db, 'message', file.replace(/\.json$/, ''));
    if (message === null || message.account !== account) refuse(20404);
    return reply.send(messageView(message, message.status ?? 'delivered'));
  });
}

// Newest first, as the carrier lists them; `DateSent>` is a day.
async function listMessages(
  world: World,
  account: string,
  query: Record<string, string | undefined>,
): Promise<object> {
  const since = query['DateSent>'] ?? '';
  const limit = Math.min(Math.max(Number(query['PageSize'] ?? PAGE_DEFAULT) || PAGE_DEFAULT, 1), PAGE_MAX);
  const { rows } = await sql<{ body: TextMessage }>`
    select body from records
    where kind = 'message' and body ->> 'account' = ${account}
      and (${query['To'] ?? null}::text is null or body ->> 'to' = ${query['To'] ?? null})
      and body ->> 'at' >= ${since}
    order by seq desc limit ${limit}`.execute(world.db);
  const messages = rows.map(({ body }) => messageView(body, body.status ?? 'delivered'));
  return { messages, page: 0, page_size: limit, next_page_uri: null };
}

function answerProblem(error: Error & { statusCode?: number }, reply: FastifyReply): FastifyReply {
  const problem =
    error instanceof CarrierProblem ? error : problemOfStatus(statusOfFailure(error), error.message);
  if (problem.retryAfter !== null) reply.header('Retry-After', String(problem.retryAfter));
  return reply
    .code(problem.status)
    .type('application/json')
    .send({
      code: problem.code,
      message: problem.message,
      more_info: `https://www.twilio.com/docs/errors/${problem.code}`,
      status: problem.status,
    });
}

async function send(
  world: CarrierWorld,
  sender: CarrierAccount,
  form: URLSearchParams,
): Promise<TextMessage> {
  const { account, token } = sender;
  const to = form.get('To') ?? '';
  const from = form.get('From') ?? form.get('MessagingServiceSid') ?? '';
  const body = form.get('Body') ?? '';
  if (to === '') refuse(21604);
  if (!NUMBER.test(to)) refuse(21211);
  if (from === '') refuse(21603);
  if (!SENDER.test(from) && !SERVICE.test(from)) refuse(21212);
  if (body === '') refuse(21602);
  if (body.length > BODY_MAX) refuse(21617);
  const unreachable = UNREACHABLE[to];
  if (unreachable !== undefined) refuse(unreachable);
  const status_callback = form.get('StatusCallback') ?? null;
  if (status_callback !== null && !/^https?:\/\//.test(status_callback)) refuse(21609);
  const sid = `SM${randomBytes(16).toString('hex')}`;
  // Only who wants to be told of the way sees it; to everybody else a message has arrived at once.
  const state = status_callback === null ? endOf(to) : { status: 'queued' as const, error_code: null };
  const at = world.clock.now().toISOString();
  const message: TextMessage = { sid, account, to, from, body, at, ...state, status_callback };
  await transact(world, async (tx) => {
    await insertRecord(tx, 'message', sid, message);
    // What the steps are signed with.
    await putRecord(tx, 'key', `carrier:${account}`, { token });
    if (status_callback !== null) await sendLater(tx, world, sid);
  });
  return message;
}

// Without an account of its own the carrier knows everybody who names the account that the path names.
function requireAccount(world: CarrierWorld, request: FastifyRequest): CarrierAccount {
  const account = ACCOUNT.exec(request.url)?.[1] ?? '';
  const header = request.headers.authorization ?? '';
  const given = Buffer.from(header.replace(/^Basic /i, ''), 'base64').toString();
  const [user = '', ...rest] = given.split(':');
  const token = rest.join(':');
  const known = world.carrier ?? { account, token };
  if (user === account && token !== '' && same(user, known.account) && same(token, known.token)) {
    return { account, token };
  }
  refuse(20003);
}

function same(left: string, right: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

function messageView(message: TextMessage, status: MessageStatus): object {
  const uri = `/${VERSION}/Accounts/${message.account}/Messages/${message.sid}`;
  const at = new Date(message.at).toUTCString().replace('GMT', '+0000');
  const service = SERVICE.test(message.from) ? message.from : null;
  return {
    sid: message.sid,
    account_sid: message.account,
    messaging_service_sid: service,
    to: message.to,
    from: service === null ? message.from : null,
    body: message.body,
    status,
    direction: 'outbound-api',
    num_segments: String(Math.ceil(message.body.length / 153)),
    num_media: '0',
    date_created: at,
    date_updated: at,
    date_sent: status === 'queued' ? null : at,
    error_code: message.error_code ?? null,
    error_message: null,
    price: null,
    price_unit: 'USD',
    api_version: VERSION,
    uri: `${uri}.json`,
    subresource_uris: { media: `${uri}/Media.json` },
  };
}
