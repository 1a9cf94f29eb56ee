import { codeOf } from '../common/error-codes.ts';
import type { ErrorCode } from './types/fairway.d.ts';

/** What came instead of an answer, as the calls of a session tell it. */
export type Missed =
  { kind: 'refused'; status: number; body: unknown; requestId: string | null } | { kind: 'lost' };

const RETRYABLE: readonly ErrorCode[] = [
  'rate_limited',
  'payment_declined',
  'wallet_sdk_error',
  'network_error',
];

// A browser tells a page the same of both.
const LOST =
  "Fairway could not be reached: there is no connection, or this page's policy (connect-src) leaves it out";

export class CheckoutError extends Error {
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly status: number | null;
  readonly requestId: string | null;

  constructor(
    code: ErrorCode,
    message: string,
    more: { status?: number; requestId?: string | null; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'CheckoutError';
    this.code = code;
    this.retryable = RETRYABLE.includes(code);
    this.status = more.status ?? null;
    this.requestId = more.requestId ?? null;
  }
}

/** The error for a call that was not answered as it should be. */
export function errorOf(missed: Missed): CheckoutError {
  if (missed.kind === 'lost') return new CheckoutError('network_error', LOST);
  const { status, requestId } = missed;
  const code = codeOf(status, textIn(missed.body, 'code'));
  return new CheckoutError(code, wordsOf(missed), { status, requestId });
}

/** What nobody foresaw is the provider's: ours are errors with a code. */
export function toldAs(cause: unknown): CheckoutError {
  if (cause instanceof CheckoutError) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  return new CheckoutError('wallet_sdk_error', `The ways to pay could not be drawn: ${message}`, { cause });
}

function wordsOf({ status, body }: { status: number; body: unknown }): string {
  const said = textIn(body, 'detail') || textIn(body, 'error') || firstProblem(body) || 'Fairway refused';
  const hint = status === 403 ? "; look at the merchant's readiness first, then at allowed_origins" : '';
  return `${status}: ${said}${hint}`;
}

// A refusal for fields lists them.
function firstProblem(body: unknown): string {
  const { detail } = (body ?? {}) as { detail?: unknown };
  const [first] = (Array.isArray(detail) ? detail : []) as { loc?: unknown[]; msg?: unknown }[];
  return first ? `${(first.loc ?? []).join('.')}: ${String(first.msg)}` : '';
}

function textIn(body: unknown, name: string): string {
  const value = (body as Record<string, unknown> | null)?.[name];
  return typeof value === 'string' ? value : '';
}
