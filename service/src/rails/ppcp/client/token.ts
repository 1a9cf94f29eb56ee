import type { Clock } from '../../../lib/clock.ts';
import type { ProviderRefusal, Unreachable } from '../../rail.ts';
import { parseObject, textAt } from '../../http/json.ts';
import { classify, parseProblem } from './problem.ts';
import { retryAfterSeconds } from '../../http/retry-after.ts';
import type { Transport } from '../../http/transport.ts';

const EARLY_SECONDS = 60;
const BODY_MAX = 64 * 1024;
// What may stand in a header; anything else could not even be sent.
const SENDABLE = /^[\x21-\x7e]+$/;

interface BearerToken {
  kind: 'token';
  value: string;
}

interface TokenSource {
  /** The platform's bearer token, from memory or freshly granted; gives up waiting after `waitMs`. */
  get(waitMs: number): Promise<BearerToken | Unreachable>;
  /** Forgets a token the provider did not accept, unless another has taken its place already. */
  drop(value: string): void;
}

export interface TokenOptions {
  transport: Transport;
  api_base: string;
  client_id: string;
  client_secret: string;
  clock: Clock;
  timeoutMs: number;
}

/** Keeps one token for all calls. Many callers without one cause a single request, and a token is replaced
 *  a minute  before the provider would stop accepting it. */
export function createTokenSource(options: TokenOptions): TokenSource {
  let kept: { value: string; usableUntil: number } | null = null;
  let underway: Promise<BearerToken | Unreachable> | null = null;

  async function grant(): Promise<BearerToken | Unreachable> {
    const answer = await requestToken(options, new URLSearchParams({ grant_type: 'client_credentials' }), {});
    if (answer.kind === 'refused')
      return { ...noToken(answer.refusal.issue, null), credentials_refused: true };
    if (answer.kind === 'unreachable') return answer;
    const usableMs = (answer.expires_in - EARLY_SECONDS) * 1000;
    kept = { value: answer.access_token, usableUntil: options.clock.wall().getTime() + usableMs };
    return { kind: 'token', value: answer.access_token };
  }

  return {
    get: async (waitMs) => {
      if (kept && options.clock.wall().getTime() < kept.usableUntil)
        return { kind: 'token', value: kept.value };
      underway ??= grant().finally(() => {
        underway = null;
      });
      return within(waitMs, underway);
    },
    drop: (value) => {
      if (kept?.value === value) kept = null;
    },
  };
}

interface Grant {
  kind: 'granted';
  access_token: string;
  id_token: string | null;
  expires_in: number;
}

/** Asks for a token. A token has no effect at the provider, so whatever is not a refusal is `unreachable`. */
export async function requestToken(
  options: TokenOptions,
  form: URLSearchParams,
  headers: Readonly<Record<string, string>>,
): Promise<Grant | { kind: 'refused'; refusal: ProviderRefusal } | Unreachable> {
  const body = form.toString();
  const secret = Buffer.from(`${options.client_id}:${options.client_secret}`).toString('base64');
  const answer = await options.transport.send({
    method: 'POST',
    url: new URL(`${options.api_base}/v1/oauth2/token`),
    headers: {
      ...headers,
      authorization: `Basic ${secret}`,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(Buffer.byteLength(body)),
      accept: 'application/json',
    },
    body,
    timeoutMs: options.timeoutMs,
    bodyMax: BODY_MAX,
  });
  if (answer.kind === 'lost') return noToken(answer.problem, null);
  if (answer.status !== 200) {
    const problem = parseProblem(answer.text, null);
    const refused = answer.status >= 400 && answer.status < 500 && answer.status !== 429;
    if (problem && refused) return { kind: 'refused', refusal: classify(problem).refusal };
    const wait = retryAfterSeconds(answer.headers['retry-after'], options.clock.wall());
    return noToken(problem?.name ?? `status ${answer.status}`, wait);
  }
  const granted = parseObject(answer.text);
  const access_token = textAt(granted, 'access_token');
  if (!access_token || !SENDABLE.test(access_token)) return noToken('an answer without a token', null);
  const expiresIn = Number(granted?.['expires_in']);
  return {
    kind: 'granted',
    access_token,
    id_token: textAt(granted, 'id_token'),
    expires_in: Number.isFinite(expiresIn) ? expiresIn : 0,
  };
}

function noToken(problem: string, retry_after_seconds: number | null): Unreachable {
  return { kind: 'unreachable', problem: `no access token: ${problem}`, retry_after_seconds };
}

async function within(
  waitMs: number,
  token: Promise<BearerToken | Unreachable>,
): Promise<BearerToken | Unreachable> {
  const tooLong = Promise.withResolvers<Unreachable>();
  const timer = setTimeout(() => tooLong.resolve(noToken('none in time', null)), waitMs);
  try {
    return await Promise.race([token, tooLong.promise]);
  } finally {
    clearTimeout(timer);
  }
}
