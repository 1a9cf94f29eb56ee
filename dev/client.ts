const CALL_LIMIT_MS = 15_000;
const SHOWN_BODY_CHARS = 2_000;

export type Json = Record<string, unknown>;

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: Json;
}

export interface Answer {
  status: number;
  body: unknown;
}

export interface Request {
  body?: Json;
  headers?: Record<string, string>;
  /** The statuses that hold; any other is a WrongAnswerError. */
  expect: number[];
  /** For a call that may take longer than others. */
  limitMs?: number;
  signal?: AbortSignal;
}

export interface Client {
  base: string;
  send(method: Call['method'], path: string, request: Request): Promise<Answer>;
}

/** A call was answered, but not as it should have been. */
export class WrongAnswerError extends Error {
  readonly status: number;
  constructor(call: Call, answer: Answer, expected: number[]) {
    const said = sentencesOf(answer.body).slice(0, SHOWN_BODY_CHARS);
    super(
      `${call.method} ${call.url} answered ${answer.status} instead of ${expected.join(' or ')}: ${said}`,
    );
    this.name = 'WrongAnswerError';
    this.status = answer.status;
  }
}

/** What a refusal says, in sentences: its words, or each field that does not hold with its place. */
function sentencesOf(body: unknown): string {
  const { detail, error } = (typeof body === 'object' && body !== null ? body : {}) as Json;
  if (typeof detail === 'string') return detail;
  if (typeof error === 'string') return error;
  if (!Array.isArray(detail) || !detail.every(isProblem)) return JSON.stringify(body) ?? 'nothing';
  return detail.map(problemText).join('; ');
}

interface Problem {
  loc: (string | number)[];
  msg: string;
  ctx?: Json;
}

function isProblem(value: unknown): value is Problem {
  const { loc, msg } = (value ?? {}) as Json;
  return Array.isArray(loc) && typeof msg === 'string';
}

function problemText({ loc, msg, ctx }: Problem): string {
  const hint = ctx?.['hint'];
  return `${loc.join('.')}: ${msg}${typeof hint === 'string' ? ` (${hint})` : ''}`;
}

/** A call was not answered at all, or not in time. */
export class NoAnswerError extends Error {
  constructor(call: Call, error: unknown) {
    super(`${call.method} ${call.url} got no answer: ${causeOf(error)}`, { cause: error });
    this.name = 'NoAnswerError';
  }
}

/** A client of one base address with one credential, or none. `trace` sees every call with its answer. */
export function makeClient(options: {
  base: string;
  headers?: Record<string, string>;
  trace?: (call: Call, answer: Answer) => void;
}): Client {
  const base = options.base.replace(/\/+$/, '');
  return {
    base,
    send: async (method, path, request) => {
      const headers = { ...options.headers, ...request.headers };
      const call: Call = { method, url: `${base}${path}`, headers, body: request.body };
      const answer = await perform(call, request);
      options.trace?.(call, answer);
      if (request.expect.includes(answer.status)) return answer;
      throw new WrongAnswerError(call, answer, request.expect);
    },
  };
}

async function perform(call: Call, request: Request): Promise<Answer> {
  const limit = AbortSignal.timeout(request.limitMs ?? CALL_LIMIT_MS);
  const content: Record<string, string> = call.body ? { 'content-type': 'application/json' } : {};
  let response: Response;
  let text: string;
  try {
    response = await fetch(call.url, {
      method: call.method,
      headers: { ...call.headers, ...content },
      body: call.body ? JSON.stringify(call.body) : null,
      redirect: 'manual',
      signal: request.signal ? AbortSignal.any([limit, request.signal]) : limit,
    });
    text = await response.text();
  } catch (error) {
    throw new NoAnswerError(call, error);
  }
  return { status: response.status, body: parse(text) };
}

function causeOf(error: unknown): string {
  const { cause, message } = error as Error;
  return cause instanceof Error ? cause.message : message;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The headers that a channel's key, and the merchant it acts for, go in. */
export function credentials(key: string, merchantId?: string): Record<string, string> {
  const bearer = { authorization: `Bearer ${key}` };
  return merchantId ? { ...bearer, 'x-merchant-id': merchantId } : bearer;
}

/** The field `name` of an answer, which must be a string. */
export function textOf(body: unknown, name: string): string {
  const value = (body as Json | null)?.[name];
  if (typeof value !== 'string')
    throw new Error(`The answer has no text in ${name}: ${JSON.stringify(body)}`);
  return value;
}

/** The field `name` of an answer, which must be a list. */
export function listOf(body: unknown, name: string): Json[] {
  const value = (body as Json | null)?.[name];
  if (!Array.isArray(value)) throw new Error(`The answer has no list in ${name}: ${JSON.stringify(body)}`);
  return value as Json[];
}
