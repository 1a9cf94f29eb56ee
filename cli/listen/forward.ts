import http from 'node:http';
import https from 'node:https';
import { deliveryHeaders } from '../../wire/webhooks/delivery-headers.ts';
import { SIGNATURE_HEADER, signatureHeader, TIMESTAMP_HEADER } from '../../wire/webhooks/signature.ts';
import { signatureOf } from '../verify/signature.ts';

// As a delivery: this long without a byte, or this long in all.
const SILENCE_LIMIT_MS = 10_000;
const TOTAL_LIMIT_MS = 300_000;

export interface FedEvent {
  cursor: string;
  id: string;
  type: string;
  merchant_id: string;
  body: string;
}

/** What became of one attempt. */
export type Forwarded =
  | { kind: 'answered'; status: number; ms: number }
  /** Nothing listens there. */
  | { kind: 'absent'; ms: number }
  | { kind: 'failed'; error: string; ms: number }
  | { kind: 'stopped'; ms: number };

/** Posts an event as a delivery is posted: the same bytes, headers and signature, made at this moment.
 *  Follows no redirect; never throws for what the target does. */
export async function forward(
  target: URL,
  event: FedEvent,
  options: { secret: string; signal: AbortSignal },
): Promise<Forwarded> {
  const began = performance.now();
  const elapsed = () => Math.round(performance.now() - began);
  try {
    const status = await post(target, event, options);
    return { kind: 'answered', status, ms: elapsed() };
  } catch (error) {
    const ms = elapsed();
    if (options.signal.aborted) return { kind: 'stopped', ms };
    if (isRefused(error)) return { kind: 'absent', ms };
    return { kind: 'failed', error: reasonOf(error), ms };
  }
}

function post(
  target: URL,
  event: FedEvent,
  { secret, signal }: { secret: string; signal: AbortSignal },
): Promise<number> {
  const { request } = target.protocol === 'https:' ? https : http;
  const headers = headersOf(event, secret);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TOTAL_LIMIT_MS)]);
  return new Promise((resolve, reject) => {
    const sent = request(target, { method: 'POST', headers, signal: limit, timeout: SILENCE_LIMIT_MS });
    sent.once('error', reject);
    sent.once('timeout', () => sent.destroy(new Error(`silent for ${SILENCE_LIMIT_MS / 1000} s`)));
    sent.once('response', (answer) => {
      answer.once('error', reject);
      answer.once('end', () => resolve(answer.statusCode ?? 0));
      answer.resume();
    });
    sent.end(event.body);
  });
}

function headersOf({ id, type, body }: FedEvent, secret: string): Record<string, string> {
  const t = String(Math.floor(Date.now() / 1000));
  return {
    [SIGNATURE_HEADER]: signatureHeader({ t, v1: signatureOf(secret, t, body) }),
    [TIMESTAMP_HEADER]: t,
    ...deliveryHeaders({ id, type, bytes: Buffer.byteLength(body) }),
  };
}

// A name with two addresses is refused twice.
function isRefused(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isRefused);
  return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return message || code || 'unknown';
}
