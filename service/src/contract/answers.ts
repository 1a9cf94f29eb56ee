import type { Operation, Row } from '../http/operations.ts';
import { refusalBody } from '../http/problem.ts';
import {
  BudgetProblem,
  Detail,
  Fault,
  FieldProblems,
  IDEMPOTENT_REPLAYED_HEADER,
} from '../../../wire/problem.ts';
import { REFUSALS, type RefusalName } from '../refusals.ts';
import { hasCode } from './codes.ts';
import { fieldProblemExample } from './examples/field-problem-example.ts';
import type { Publisher } from './json-schema.ts';
import { CSV_TYPE, JSON_TYPE, type JsonSchema, type JsonValue, type ResponseObject } from './openapi.ts';
import type { Recorded } from './examples/recorded.ts';
import type { Sampler } from './examples/samples.ts';

const STATUS_WORDS: Readonly<Record<number, string>> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted.',
  204: 'Done; there is nothing to say.',
  400: 'The request cannot be carried out as it is.',
  401: 'The credential is missing or wrong.',
  402: 'The payment was declined; the buyer may choose another way to pay.',
  403: 'The credential is good, but may not do this.',
  404: 'There is no such record for this caller. Whether it exists for another is not told.',
  409: 'The present state does not allow it.',
  410: 'It is over for good.',
  413: 'The body is too large.',
  415: 'The body is not of the type that is taken, or it is encoded.',
  422: 'Fields do not hold. Every problem found is listed with its place.',
  424: 'Something this depends on did not answer; it may later.',
  429: 'The budget of this operation is used up. Wait, with jitter and a cap of your own.',
  500: 'A fault of the service. The request id finds it in the log.',
  502: 'The provider refused.',
  503: 'Temporarily unavailable. What is safe to repeat may be repeated.',
};

/** The refusals whose answer may say when to come back. */
const MAY_SAY_WHEN: ReadonlySet<RefusalName> = new Set(['onboarding_unreachable']);

/** Every answer of an operation: its own successes, and each refusal that its row, its route or the transport
 *  can bring about. */
export function answersOf(
  operation: Row,
  parts: { publisher: Publisher; sampler: Sampler; recorded: Recorded },
): Record<string, ResponseObject> {
  const answers: Record<string, ResponseObject> = {};
  for (const [status, schema] of Object.entries(operation.responses)) {
    const published = parts.publisher.publish(schema);
    answers[status] = answer(Number(status), {
      schema: published,
      example: parts.recorded.answers?.[status] ?? parts.sampler.sampleOf(published),
    });
    if (operation.takes_idempotency_key) answers[status].headers = TELLS_REPLAYS;
    if (operation.csv !== undefined && status === '200')
      answers[status].content![CSV_TYPE] = { schema: { type: 'string', description: operation.csv } };
  }
  const byStatus = Map.groupBy(refusalsOf(operation), (name) => REFUSALS[name][0] as number);
  for (const status of [...new Set([...byStatus.keys(), 422, 429, 500])].sort((a, b) => a - b)) {
    answers[status] = refusalAnswer(status, byStatus.get(status) ?? [], operation, parts);
  }
  return answers;
}

/** The refusals of an operation by name: those that follow from its credentials and the transport,
 *  then those its row declares. */
function refusalsOf(operation: Row): RefusalName[] {
  const { accepts } = operation;
  const takes = (credential: Operation['accepts'][number]) => accepts.includes(credential);
  const byKey = takes('channel') || takes('channel_merchant') || takes('merchant');
  const names: (RefusalName | false)[] = [
    accepts.length > 0 && 'invalid_api_key',
    takes('channel_merchant') && 'merchant_header_required',
    takes('channel_merchant') && 'merchant_not_found',
    byKey && !takes('merchant') && 'channel_key_required',
    takes('merchant') && !takes('channel_merchant') && 'merchant_key_required',
    byKey && 'channel_inactive',
    operation.permission !== undefined && 'permission_required',
    operation.method !== 'GET' && 'body_too_large',
    operation.method !== 'GET' && (operation.takes_form ? 'form_required' : 'content_type_unsupported'),
    operation.method !== 'GET' && 'body_encoded',
    'database_unavailable',
    ...(operation.refusals ?? []),
  ];
  return [...new Set(names.filter((name) => name !== false))];
}

function refusalAnswer(
  status: number,
  names: readonly RefusalName[],
  operation: Operation,
  { publisher, recorded }: { publisher: Publisher; recorded: Recorded },
): ResponseObject {
  const examples = Object.fromEntries(names.map((name) => [name, exampleOf(name, recorded)]));
  const detail = publisher.publish(Detail);
  if (status === 422) {
    const fields = publisher.publish(FieldProblems);
    const schema = names.length === 0 ? fields : { anyOf: [fields, detail] };
    const invalid = { summary: 'Every field that does not hold', value: fieldProblemExample(operation) };
    return answer(status, { schema, examples: { invalid_fields: invalid, ...examples } });
  }
  if (status === 429) {
    const value = { error: `Rate limit exceeded: ${operation.budget} per 1 minute` };
    return answer(status, { schema: publisher.publish(BudgetProblem), example: value });
  }
  if (status === 500) {
    const value = { detail: 'Internal server error', request_id: '5b1f6a52-8c4e-4a57-9d3e-0f6f2a1f7c11' };
    return answer(status, { schema: publisher.publish(Fault), example: value });
  }
  const saysWhen = names.some((name) => MAY_SAY_WHEN.has(name));
  const headers = status === 401 ? ASKS_FOR_BEARER : saysWhen ? RETRY_AFTER : null;
  const codes = names.filter(hasCode);
  return {
    ...answer(status, { schema: detail, examples }),
    ...(headers === null ? {} : { headers }),
    ...(codes.length === 0 ? {} : { 'x-codes': codes }),
  };
}

const ASKS_FOR_BEARER: NonNullable<ResponseObject['headers']> = {
  'WWW-Authenticate': { description: 'Which kind of credential is asked for.', schema: { type: 'string' } },
};

const TELLS_REPLAYS: NonNullable<ResponseObject['headers']> = {
  [IDEMPOTENT_REPLAYED_HEADER]: {
    description:
      'Stands on an answer about what an earlier call under the same `Idempotency-Key` has made, else absent.',
    schema: { type: 'string', enum: ['true'] },
  },
};

const RETRY_AFTER: NonNullable<ResponseObject['headers']> = {
  'Retry-After': {
    description: 'Seconds to wait, when the provider said so.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
};

function answer(
  status: number,
  content: { schema: JsonSchema; example?: JsonValue; examples?: Record<string, Example> },
): ResponseObject {
  return { description: STATUS_WORDS[status] ?? `Status ${status}.`, content: { [JSON_TYPE]: content } };
}

interface Example {
  summary: string;
  value: JsonValue;
}

function exampleOf(name: RefusalName, { refusals }: Recorded): Example {
  const said = refusalBody(name);
  return { summary: said.detail, value: refusals?.[name] ?? said };
}
