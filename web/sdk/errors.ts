import type { ErrorCode } from './types/fairway.d.ts';

/** What came instead of an answer, as the calls of a session tell it. */
export type Missed = { kind: 'refused'; status: number; body: unknown } | { kind: 'lost' };

const RETRYABLE: readonly ErrorCode[] = [
  'rate_limited',
  'payment_declined',
  'wallet_sdk_error',
  'network_error',
];

/** Refusals that one status has in common, by the service's own names. */
const CONFLICTS: Readonly<Record<string, ErrorCode>> = {
  session_expired: 'session_expired',
  session_completed: 'session_completed',
  session_capturing: 'capture_pending',
  order_not_capturable: 'payment_declined',
  order_not_approved: 'wallet_sdk_error',
  too_many_open_orders: 'rate_limited',
};

export class CheckoutError extends Error {
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly status: number | null;

  constructor(code: ErrorCode, message: string, more: { status?: number; cause?: unknown } = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'CheckoutError';
    this.code = code;
    this.retryable = RETRYABLE.includes(code);
    this.status = more.status ?? null;
  }
}

/** The error for a call that was not answered as it should be. */
export function errorOf(missed: Missed): CheckoutError {
  if (missed.kind === 'lost') return new CheckoutError('network_error', 'Fairway could not be reached');
  const { status } = missed;
  const code = codeOf(status, textIn(missed.body, 'code'));
  return new CheckoutError(code, wordsOf(missed), { status });
}

// Every 403 is one code, and whatever a browser cannot cure is another: the interface has them so wide.
function codeOf(status: number, name: string): ErrorCode {
  if (status === 402) return 'payment_declined';
  if (status === 403) return 'origin_not_allowed';
  if (status === 429) return 'rate_limited';
  if (status === 409) return CONFLICTS[name] ?? 'config_error';
  return status >= 500 ? 'network_error' : 'config_error';
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
