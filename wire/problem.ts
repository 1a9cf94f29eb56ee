import { Type } from 'typebox';
import type { Notes } from './notes.ts';

/** The statuses whose refusals carry a `code`, so that a program can tell them apart. */
export const STATUSES_WITH_CODE = [400, 402, 403, 409, 424, 502, 503] as const;

/** The header of every answer that finds its line in the log of the service. */
export const REQUEST_ID_HEADER = 'x-request-id';
/** Stands on an answer about what an earlier call under the same Idempotency-Key has made. */
export const IDEMPOTENT_REPLAYED_HEADER = 'Idempotent-Replayed';

/** The body of a refusal. Beside `code` stand the figures that one needs. */
export const Detail = Type.Object(
  { detail: Type.String(), code: Type.Optional(Type.String()) },
  { additionalProperties: true },
);

/** The body of a 500: nothing but what finds it in the log. */
export const Fault = Type.Object(
  { detail: Type.String(), request_id: Type.String() },
  { additionalProperties: false },
);

/** The body of a 422: every field that does not hold. */
export const FieldProblems = Type.Object({
  detail: Type.Array(
    Type.Object({
      loc: Type.Array(Type.Union([Type.String(), Type.Integer()])),
      msg: Type.String(),
      type: Type.String(),
      ctx: Type.Optional(Type.Object({}, { additionalProperties: true })),
      input: Type.Optional(Type.Unknown()),
    }),
  ),
});

/** The body of a 429: one key, which is not `detail`. */
export const BudgetProblem = Type.Object({ error: Type.String() }, { additionalProperties: false });

/** What fields mean. */
export const NOTES = {
  'Detail.detail': 'What is refused, in words that do not change.',
  'Detail.code':
    'The name of the refusal, for programs; with 400, 402, 403, 409, 424, 502 and 503. Figures stand beside it. ' +
    'The `x-codes` of an answer list the names that it may have; a later release may add to them.',
  'BudgetProblem.error': 'The budget that is used up.',
  'Fault.request_id': 'Give it to whoever runs the service.',
  'FieldProblems.detail': 'One entry for each problem.',
  'Fault.detail': 'Always the same words.',
  'FieldProblems.detail.loc':
    'What leads to the field: `body`, `query`, `path` or `header`, then names and places in lists.',
  'FieldProblems.detail.msg': 'What is wrong, for people.',
  'FieldProblems.detail.type': 'What is wrong, as a fixed word for programs.',
  'FieldProblems.detail.ctx': 'The figures of the rule that does not hold.',
  'FieldProblems.detail.input': 'What was sent there; what is long is cut, and a secret is not repeated.',
} as const satisfies Notes;
