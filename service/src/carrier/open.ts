import { DAY_MS, earlier } from '../lib/time.ts';
import { asObject, objectsAt, parseObject, textAt } from '../rails/http/json.ts';
import { retryAfterSeconds } from '../rails/http/retry-after.ts';
import { createTransport, type Lost, type Received } from '../rails/http/transport.ts';
import { createTurns } from '../rails/http/turns.ts';
import type { RailParts } from '../rails/parts.ts';
import type { Unreachable } from '../rails/rail.ts';
import type {
  Carrier,
  FindMessageOutcome,
  MessageStatus,
  NewMessage,
  SendMessageOutcome,
} from './carrier.ts';
import type { CarrierSettings } from './read-settings.ts';
import { isSigned, SIGNATURE_HEADER } from './signature.ts';

const VERSION = '2010-04-01';
// A message has to be known as sent or not before anybody else takes its request for abandoned.
const CALL_TIMEOUT_MS = 15_000;
const BODY_MAX = 1024 * 1024;
const LISTED_MAX = 100;
const ID = /^[A-Za-z0-9]{10,64}$/;
const WORD = /^[a-z-]{1,40}$/;

type CarrierParts = Pick<RailParts, 'clock' | 'log' | 'cut' | 'limits'>;
interface Request {
  operation: string;
  method: 'GET' | 'POST';
  query?: URLSearchParams;
  form?: URLSearchParams;
}

/** A carrier with the interface of Twilio's messages. It keeps connections, and nothing in it needs to be closed. */
export function openCarrier(settings: CarrierSettings, parts: CarrierParts): Carrier {
  const limitMs = parts.limits?.callTimeoutMs ?? CALL_TIMEOUT_MS;
  const transport = createTransport({ connectTimeoutMs: parts.limits?.connectTimeoutMs, cut: parts.cut });
  const inTurn = createTurns({ rail: 'sms', log: parts.log });
  const call = <A extends { kind: string }>(
    request: Request,
    sort: (received: Received | Lost) => A,
  ): Promise<A | Unreachable> =>
    inTurn({ operation: request.operation, limitMs }, async (remainingMs) => {
      const outgoing = outgoingOf(settings, request);
      const received = await transport.send({
        ...outgoing,
        timeoutMs: remainingMs(),
        bodyMax: BODY_MAX,
        hasEffect: outgoing.method === 'POST',
      });
      const status = received.kind === 'received' ? received.status : null;
      return { answer: sort(received), status, debug_id: null };
    });
  return {
    send: (message) =>
      call({ operation: 'messages.send', method: 'POST', form: formOf(settings, message) }, (received) =>
        sortSent(received, parts.clock.wall()),
      ),
    find: ({ to, since, words }) =>
      call({ operation: 'messages.list', method: 'GET', query: queryOf(to, since) }, (received) =>
        sortListed(received, words),
      ),
    hear: ({ url, headers, raw_body }) => {
      const signature = headers[SIGNATURE_HEADER];
      const parameters = new URLSearchParams(raw_body.toString('utf8'));
      if (!signature || !isSigned(settings.token, { url, signature, parameters })) return null;
      return statusOf({ sid: parameters.get('MessageSid'), status: parameters.get('MessageStatus') });
    },
  };
}

function outgoingOf(settings: CarrierSettings, { method, query, form }: Request) {
  const account = encodeURIComponent(settings.account);
  const url = new URL(`${settings.api_base}/${VERSION}/Accounts/${account}/Messages.json`);
  if (query) url.search = query.toString();
  const credential = Buffer.from(`${settings.account}:${settings.token}`).toString('base64');
  const body = form?.toString() ?? null;
  const headers = {
    authorization: `Basic ${credential}`,
    accept: 'application/json',
    ...(body !== null && {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(Buffer.byteLength(body)),
    }),
  };
  return { method, url, headers, body };
}

function formOf({ from }: CarrierSettings, { to, body, status_url }: NewMessage): URLSearchParams {
  const sender = /^MG[0-9a-f]{32}$/i.test(from) ? 'MessagingServiceSid' : 'From';
  return new URLSearchParams({ To: to, [sender]: from, Body: body, StatusCallback: status_url });
}

// Its days are those of UTC, and its clock need not be ours.
function queryOf(to: string, since: Date): URLSearchParams {
  const day = earlier(since, DAY_MS).toISOString().slice(0, 10);
  return new URLSearchParams({ To: to, 'DateSent>': day, PageSize: String(LISTED_MAX) });
}

function sortSent(received: Received | Lost, now: Date): SendMessageOutcome {
  if (received.kind === 'lost') {
    return received.sent ? { kind: 'unknown', problem: received.problem } : without(received.problem);
  }
  const { status } = received;
  const body = parseObject(received.text);
  if (status >= 200 && status < 300) {
    const message = statusOf(body ?? {});
    return message ? { kind: 'taken', message } : { kind: 'unknown', problem: 'a message without an id' };
  }
  const code = body?.['code'];
  // Something between us and the carrier may have answered, so this says nothing of the message.
  if (typeof code !== 'number') return { kind: 'unknown', problem: `status ${status}` };
  if (status === 429) {
    const retryAfter = received.headers['retry-after'];
    return without('asked to come back later', retryAfterSeconds(retryAfter, now));
  }
  if (status === 401 || status === 403 || status === 404) {
    return { ...without(`our account was not accepted: ${code}`), credentials_refused: true };
  }
  if (status >= 400 && status < 500) return { kind: 'refused', code: String(code) };
  return { kind: 'unknown', problem: `status ${status}` };
}

function sortListed(received: Received | Lost, words: string): FindMessageOutcome {
  if (received.kind === 'lost') return without(received.problem);
  const body = received.status === 200 ? parseObject(received.text) : null;
  if (!body || !Array.isArray(body['messages'])) return without(`status ${received.status}`);
  const found = objectsAt(body, 'messages').find((one) => textAt(one, 'body')?.includes(words));
  const message = found ? statusOf(found) : null;
  return message ? { kind: 'found', message } : { kind: 'missing' };
}

function statusOf(told: unknown): MessageStatus | null {
  const from = asObject(told);
  const message_id = textAt(from, 'sid');
  const status = textAt(from, 'status');
  if (!message_id || !status || !ID.test(message_id) || !WORD.test(status)) return null;
  return { message_id, status };
}

function without(problem: string, retry_after_seconds: number | null = null): Unreachable {
  return { kind: 'unreachable', problem, retry_after_seconds };
}
