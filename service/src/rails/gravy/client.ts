import { CALL_MS } from '../../lib/call-limit.ts';
import type { RailParts } from '../parts.ts';
import type { JsonObject } from '../http/json.ts';
import { createTransport } from '../http/transport.ts';
import { createTurns } from '../http/turns.ts';
import type { Seller } from '../rail.ts';
import { apiOf } from './addresses.ts';
import { GRAVY } from './kind.ts';
import { type Answer, type Effect, sortAnswer, type Sorted } from './sort-answer.ts';
import { createTokens, type Tokens } from './tokens.ts';

const BODY_MAX = 1024 * 1024;
// A token is for one call, which may stand in line before it.
const TOKEN_SECONDS = 60;

interface Call {
  seller: Seller;
  operation: string;
  effect: Effect;
  method: 'GET' | 'POST';
  path: string;
  body?: JsonObject;
  /** Kept by the provider for a day, with whatever it answered. */
  idempotency_key?: string;
  prefer?: string;
  /** Less than the whole-call limit, for a call that follows another one within the same answer. */
  timeoutMs?: number;
}

export interface Client {
  /** Never throws for what the provider did or did not answer. */
  call(call: Call): Promise<Answer>;
  readonly tokens: Tokens;
}

/** Calls an account's instance with a token of its own key, over bounded connections and with one deadline over all of a call. */
export function createClient(parts: RailParts): Client {
  const limitMs = parts.limits?.callTimeoutMs ?? CALL_MS;
  const transport = createTransport({ connectTimeoutMs: parts.limits?.connectTimeoutMs, cut: parts.cut });
  const tokens = createTokens(parts.clock);
  const inTurn = createTurns({ rail: GRAVY.code, log: parts.log });

  async function send(call: Call, remainingMs: () => number): Promise<Sorted> {
    const scopes = [call.effect === 'read' ? 'transactions.read' : 'transactions.write'];
    const { token } = await tokens.sign(call.seller, { scopes, seconds: TOKEN_SECONDS });
    const body = call.body === undefined ? null : JSON.stringify(call.body);
    const received = await transport.send({
      method: call.method,
      url: new URL(apiOf(call.seller.shown, parts.environment) + call.path),
      headers: headersOf(call, token, body),
      body,
      timeoutMs: remainingMs(),
      bodyMax: BODY_MAX,
      hasEffect: call.effect === 'write',
    });
    return sortAnswer(call.effect, received, parts.clock.wall());
  }

  return {
    tokens,
    call: (call) => {
      const turn = { operation: call.operation, limitMs: Math.min(call.timeoutMs ?? limitMs, limitMs) };
      return inTurn(turn, (remainingMs) => send(call, remainingMs));
    },
  };
}

function headersOf(call: Call, token: string, body: string | null): Record<string, string> {
  const headers: Record<string, string> = {
    authorization: `Bearer ${token}`,
    accept: 'application/json',
    'x-gr4vy-merchant-account-id': call.seller.shown['merchant_account_id'] ?? '',
  };
  if (body !== null) {
    headers['content-type'] = 'application/json';
    headers['content-length'] = String(Buffer.byteLength(body));
  }
  if (call.idempotency_key !== undefined) headers['idempotency-key'] = call.idempotency_key;
  if (call.prefer !== undefined) headers['prefer'] = call.prefer;
  return headers;
}
