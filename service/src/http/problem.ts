import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { isUnavailable } from '../../../postgres/failures.ts';
import { REQUEST_ID_HEADER, STATUSES_WITH_CODE } from '../../../wire/problem.ts';
import { holdsCardNumber } from '../lib/card-number.ts';
import { JsonProblem } from '../lib/strict-json.ts';
import { BudgetExceeded, InvalidFields, REFUSALS, Refusal, type RefusalName } from '../refusals.ts';

const SHOWN_INPUT_MAX = 1_000;
// To the last byte, whatever was wrong: whoever tries out keys and ids learns nothing.
const SAME_FOR_ALL: readonly number[] = [401, 404];

/** Answers any error of a request. What is not a refusal is a fault of ours: the caller learns a request id only. */
export function answerProblem(
  error: unknown,
  answer: { request: FastifyRequest; reply: FastifyReply; log: Logger },
): FastifyReply {
  const { request, reply, log } = answer;
  if (error instanceof Refusal) {
    request.refused = error.refusal;
    const [status] = REFUSALS[error.refusal];
    if (SAME_FOR_ALL.includes(status)) reply.removeHeader(REQUEST_ID_HEADER);
    return reply
      .status(status)
      .headers(status === 401 ? { 'www-authenticate': 'Bearer', ...error.headers } : error.headers)
      .send({ ...refusalBody(error.refusal), ...error.extra });
  }
  if (error instanceof InvalidFields) {
    request.refused = 'invalid_fields';
    return reply.status(422).send({ detail: error.problems.map(shown) });
  }
  if (error instanceof BudgetExceeded) {
    request.refused = 'over_budget';
    return reply.status(429).send({ error: `Rate limit exceeded: ${error.limit} per 1 minute` });
  }
  if (error instanceof JsonProblem) {
    request.refused = 'json_invalid';
    const problem = {
      type: 'json_invalid',
      loc: ['body', error.offset],
      msg: 'JSON decode error',
      input: {},
    };
    return reply.status(422).send({ detail: [{ ...problem, ctx: { error: error.message } }] });
  }
  const name = transportRefusal(error);
  if (name) return answerProblem(new Refusal(name), answer);
  log.error({ err: error, request_id: request.id }, 'request failed');
  return reply.status(500).send({ detail: 'Internal server error', request_id: request.id });
}

/** What a refusal says, but for the figures of this one. */
export function refusalBody(name: RefusalName): { detail: string; code?: RefusalName } {
  const [status, detail] = REFUSALS[name];
  return STATUSES_WITH_CODE.some((one) => one === status) ? { detail, code: name } : { detail };
}

/** The refusal that an error of the HTTP framework or of the database driver amounts to, by its code; null for a
 *  fault of ours. */
export function transportRefusal(error: unknown): RefusalName | null {
  if (isUnavailable(error)) return 'database_unavailable';
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return 'body_too_large';
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return 'content_type_unsupported';
    // The database is well, but to a caller it is the same: nothing was judged, and it may be asked again in a moment.
    case 'PASSWORDS_BUSY':
      return 'database_unavailable';
    default:
      return null;
  }
}

// A refusal repeats what was sent, but not at any length, and never what may be the number of a card.
function shown(problem: InvalidFields['problems'][number]): unknown {
  const { input, ...rest } = problem;
  if (input === undefined) return problem;
  const text = typeof input === 'string' ? input : (JSON.stringify(input) ?? '');
  if (holdsCardNumber(text)) return rest;
  if (typeof input === 'string') return { ...problem, input: shortened(input) };
  return text.length <= SHOWN_INPUT_MAX ? problem : { ...problem, input: shortened(text) };
}

// Never inside a character: half of one is no text, and not every reader of JSON takes it.
function shortened(text: string): string {
  if (text.length <= SHOWN_INPUT_MAX) return text;
  return `${text.slice(0, SHOWN_INPUT_MAX).replace(/[\ud800-\udbff]$/, '')}…`;
}
