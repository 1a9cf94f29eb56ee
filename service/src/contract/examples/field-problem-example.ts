import { type TSchema, Type } from 'typebox';
import type { Operation } from '../../http/operations.ts';
import { finderOf } from '../../http/validation.ts';
import type { FieldProblem } from '../../refusals.ts';
import type { JsonValue } from '../openapi.ts';

// What nobody sends, to see what is said of it.
const WRONG: readonly unknown[] = [{}, '-', 0];

interface Fields {
  properties?: Record<string, TSchema>;
  required?: readonly string[];
}

/** The body of a 422 that this operation really answers: about a field of its own, or, where it takes none, about one
 *  that it does not take. */
export function fieldProblemExample(operation: Operation): { detail: JsonValue } {
  const { body, params, raw } = operation;
  const found =
    (body && !raw ? problemIn(body, 'body') : null) ??
    (params ? problemIn(params, 'path') : null) ??
    UNKNOWN_PARAMETER;
  // In the order in which an answer has them.
  const { type, loc, msg, input } = found;
  return { detail: [{ type, loc, msg, input: (input ?? null) as JsonValue }] };
}

function problemIn({ properties = {}, required = [] }: Fields, place: string): FieldProblem | null {
  const [missing] = place === 'body' ? required : [];
  if (missing !== undefined) {
    return { type: 'missing', loc: [place, missing], msg: 'Field required', input: {} };
  }
  for (const [name, schema] of Object.entries(properties)) {
    const find = finderOf(Type.Object({ [name]: schema }), place);
    const [problem] = WRONG.flatMap((value) => find({ [name]: place === 'path' ? '-' : value }).slice(0, 1));
    if (problem) return problem;
  }
  return null;
}

const UNKNOWN_PARAMETER: FieldProblem = {
  type: 'extra_forbidden',
  loc: ['query', 'verbose'],
  msg: 'Extra inputs are not permitted',
  input: 'true',
};
