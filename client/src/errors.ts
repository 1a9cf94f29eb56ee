import type { KnownCode } from './contract.ts';
import type { AnswerHeaders } from './shapes.ts';

/** Whatever a call ends with that is not its success. `kind` tells them apart. */
export type FairwayError = RefusedError | InvalidFieldsError | BudgetError | FaultError | NoAnswerError;

export function isFairwayError(error: unknown): error is FairwayError {
  return error instanceof CallError;
}

/** What all of them have. */
export class CallError extends Error {
  /** The call, without what was put into its path: an id may be a capability. `POST /api/activation/{token}`. */
  readonly call: string;
  /** Whether the call may have had its effect all the same. Then repeat it with the same key, or read how things stand
   *  before anything is done anew. */
  readonly mayHaveHappened: boolean;
  /** Finds the call in the log of the service: say it when you ask about one. Null where no answer came. */
  readonly requestId: string | null;
  constructor(
    message: string,
    told: { call: string; mayHaveHappened: boolean; requestId: string | null; cause?: unknown },
  ) {
    super(`${told.call} ${message}`, told.cause === undefined ? {} : { cause: told.cause });
    this.call = told.call;
    this.requestId = told.requestId;
    this.mayHaveHappened = told.mayHaveHappened;
  }
}

/** The service said no, by name. */
export class RefusedError extends CallError {
  override readonly name = 'RefusedError';
  readonly kind = 'refused';
  readonly status: number;
  /** The refusal's name, which does not change with its words. Null where the status says it all: 401, 404, 410. */
  readonly code: KnownCode | (string & {}) | null;
  /** The refusal in words, for people. */
  readonly detail: string;
  /** The whole answer: beside `code` stand the figures that a refusal needs, such as `remaining_amount`. */
  readonly body: Readonly<Record<string, unknown>>;
  constructor(told: Told & { detail: string; body: Record<string, unknown> }) {
    super(`answered ${told.status}: ${told.detail}`, told);
    this.status = told.status;
    this.detail = told.detail;
    this.code = typeof told.body['code'] === 'string' ? told.body['code'] : null;
    this.body = told.body;
  }
}

/** Fields do not hold: each that does not, with its place. Nothing was done. */
export class InvalidFieldsError extends CallError {
  override readonly name = 'InvalidFieldsError';
  readonly kind = 'invalid_fields';
  readonly status: number;
  readonly problems: readonly FieldProblem[];
  constructor(told: Told & { problems: readonly FieldProblem[] }) {
    super(`answered ${told.status}: ${told.problems.map(sentenceOf).join('; ')}`, told);
    this.status = told.status;
    this.problems = told.problems;
  }
}

/** One field that does not hold. */
export interface FieldProblem {
  /** Where it stands, such as `['body', 'items', 0, 'name']`. */
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
  readonly ctx?: Readonly<Record<string, unknown>> | undefined;
  readonly input?: unknown;
}

/** The budget of the operation is used up. This attempt did nothing. */
export class BudgetError extends CallError {
  override readonly name = 'BudgetError';
  readonly kind = 'over_budget';
  readonly status: number;
  constructor(told: Told & { words: string }) {
    super(`answered ${told.status}: ${told.words}`, told);
    this.status = told.status;
  }
}

/** A fault of the service, or an answer that is not the service's. */
export class FaultError extends CallError {
  override readonly name = 'FaultError';
  readonly kind = 'fault';
  readonly status: number;
  constructor(told: Told & { words: string }) {
    super(`answered ${told.status}: ${told.words}`, told);
    this.status = told.status;
  }
}

/** No answer came, or not in time. `cause` is what stood in the way. */
export class NoAnswerError extends CallError {
  override readonly name = 'NoAnswerError';
  readonly kind = 'no_answer';
  readonly isTimeout: boolean;
  constructor(told: { call: string; mayHaveHappened: boolean; isTimeout: boolean; cause: unknown }) {
    const words = told.isTimeout ? 'got no answer in time' : `got no answer: ${wordsOf(told.cause)}`;
    super(words, { ...told, requestId: null });
    this.isTimeout = told.isTimeout;
  }
}

interface Told {
  call: string;
  status: number;
  mayHaveHappened: boolean;
  requestId: string | null;
}

const REQUEST_ID_HEADER = 'x-request-id';
const WORDS_SHOWN_MAX = 300;

/** The error that an answer without success amounts to. */
export function errorOf(
  answer: { status: number; body: unknown; headers: AnswerHeaders },
  call: { call: string; changes: boolean; mayHaveHappened: boolean },
): FairwayError {
  const { status, body, headers } = answer;
  const record = isRecord(body) ? body : {};
  const told = {
    call: call.call,
    status,
    mayHaveHappened: call.mayHaveHappened || (call.changes && status >= 500),
    // Who stands between may leave the header out; of a fault the body has it too.
    requestId: headers.get(REQUEST_ID_HEADER) ?? textOf(record['request_id']),
  };
  const { detail } = record;
  if (Array.isArray(detail)) return new InvalidFieldsError({ ...told, problems: detail as FieldProblem[] });
  if (status === 429) {
    return new BudgetError({ ...told, words: typeof record['error'] === 'string' ? record['error'] : '' });
  }
  const isFault = textOf(record['request_id']) !== null;
  if (typeof detail === 'string' && !isFault) return new RefusedError({ ...told, detail, body: record });
  return new FaultError({ ...told, words: typeof detail === 'string' ? detail : shown(body) });
}

function sentenceOf({ loc, msg, ctx }: FieldProblem): string {
  const hint = ctx?.['hint'];
  return `${loc.join('.')}: ${msg}${typeof hint === 'string' ? ` (${hint})` : ''}`;
}

// What the network library says stands one below what it throws.
function wordsOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? cause.cause.message : cause.message;
}

function shown(body: unknown): string {
  const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
  return text.slice(0, WORDS_SHOWN_MAX);
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
