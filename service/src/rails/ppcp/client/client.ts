import { CALL_MS } from '../../../lib/call-limit.ts';
import type { Seller } from '../../rail.ts';
import type { JsonObject } from '../../http/json.ts';
import { formOf, type Part } from '../../http/multipart.ts';
import { createTransport, type Transport } from '../../http/transport.ts';
import { createTurns } from '../../http/turns.ts';
import { PPCP } from '../kind.ts';
import type { PpcpOptions } from '../options.ts';
import { sortAnswer } from './sort-answer.ts';
import type { Answer, Effect, Sorted } from './sort-answer.ts';
import { createTokenSource, requestToken } from './token.ts';
import type { TokenOptions } from './token.ts';

const BODY_MAX = 1024 * 1024;
const CLIENT_METADATA_ID = /^[A-Za-z0-9\-{}(),]{1,68}$/;

export interface Call {
  operation: string;
  effect: Effect;
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  body?: JsonObject;
  /** Files of a form whose part `input` is the body; without it the body is sent as JSON. */
  parts?: readonly Part[];
  request_id?: string;
  /** The seller's account in whose name the platform calls. */
  on_behalf_of?: string;
  client_metadata_id?: string | null;
  wants_representation?: boolean;
  /** What was done is answered without a body; elsewhere that is no answer that can be read. */
  answers_nothing?: boolean;
  /** Less than the whole-call limit, for a call that follows another one within the same answer. */
  timeoutMs?: number;
}

export interface Client {
  /** Never throws for what the provider did or did not answer. */
  call(call: Call): Promise<Answer>;
  /** A token for the browser of a seller's buyer, who is named when they come back. */
  grantIdToken(seller: Seller, customerId: string | null): ReturnType<typeof requestToken>;
  /** The connections, for what is fetched from the provider without a credential. */
  readonly transport: Transport;
}

/** Calls the provider with one token, bounded connections and one deadline over all of a call. */
export function createClient(options: PpcpOptions): Client {
  const limitMs = options.limits?.callTimeoutMs ?? CALL_MS;
  const transport = createTransport({ connectTimeoutMs: options.limits?.connectTimeoutMs, cut: options.cut });
  const tokenOptions: TokenOptions = { ...options, transport, timeoutMs: limitMs };
  const tokens = createTokenSource(tokenOptions);
  const inTurn = createTurns({ rail: PPCP.code, log: options.log });

  async function attempt(call: Call, remainingMs: () => number): Promise<Sorted & { token?: string }> {
    const token = await tokens.get(remainingMs() / 2);
    if (token.kind === 'unreachable') return { answer: token, status: null, debug_id: null };
    const content = contentOf(call);
    const received = await transport.send({
      method: call.method,
      url: new URL(options.api_base + call.path),
      headers: headersOf(options, call, token.value, content),
      body: content?.text ?? null,
      timeoutMs: remainingMs(),
      bodyMax: BODY_MAX,
      hasEffect: call.effect === 'write',
    });
    return { ...sortAnswer(call, received, options.clock.wall()), token: token.value };
  }

  async function attemptTwice(call: Call, remainingMs: () => number): Promise<Sorted> {
    const first = await attempt(call, remainingMs);
    if (first.status !== 401 || first.token === undefined) return first;
    // A token can be withdrawn before its time. A second refusal is not about its age.
    tokens.drop(first.token);
    return attempt(call, remainingMs);
  }

  return {
    transport,
    call: (call) => {
      const turn = { operation: call.operation, limitMs: Math.min(call.timeoutMs ?? limitMs, limitMs) };
      return inTurn(turn, (remainingMs) => attemptTwice(call, remainingMs));
    },
    grantIdToken: (seller, customerId) =>
      inTurn({ operation: 'identity.token', limitMs }, async (remainingMs) => {
        const form = new URLSearchParams({ grant_type: 'client_credentials', response_type: 'id_token' });
        if (customerId !== null) form.set('target_customer_id', customerId);
        const bounded = { ...tokenOptions, timeoutMs: remainingMs() };
        const answer = await requestToken(bounded, form, sellerHeaders(options, seller.provider_account));
        return { answer, status: null, debug_id: null };
      }),
  };
}

function contentOf({ method, body = {}, parts }: Call): { type: string; text: string } | null {
  if (method !== 'POST') return null;
  return parts ? formOf(body, parts) : { type: 'application/json', text: JSON.stringify(body) };
}

function headersOf(
  options: PpcpOptions,
  call: Call,
  token: string,
  content: { type: string; text: string } | null,
): Record<string, string> {
  const headers: Record<string, string> = {
    authorization: `Bearer ${token}`,
    accept: 'application/json',
    'paypal-partner-attribution-id': options.partner_attribution_id,
  };
  if (content !== null) {
    headers['content-type'] = content.type;
    headers['content-length'] = String(Buffer.byteLength(content.text));
  }
  if (call.request_id) headers['paypal-request-id'] = call.request_id;
  if (call.on_behalf_of) Object.assign(headers, sellerHeaders(options, call.on_behalf_of));
  if (call.wants_representation) headers['prefer'] = 'return=representation';
  const metadataId = call.client_metadata_id ?? '';
  if (CLIENT_METADATA_ID.test(metadataId)) headers['paypal-client-metadata-id'] = metadataId;
  return headers;
}

// An unsigned token: the bearer already proves who calls, this only names for whom.
function sellerHeaders(options: PpcpOptions, account: string): Record<string, string> {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claim = { iss: options.client_id, payer_id: account };
  return {
    'paypal-auth-assertion': `${part({ alg: 'none' })}.${part(claim)}.`,
    'paypal-partner-attribution-id': options.partner_attribution_id,
  };
}
