import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { TSchema } from 'typebox';
import { InvalidFields, type FieldProblem } from '../refusals.ts';
import { AMOUNT_KEYWORD, CARDLESS_KEYWORD, FORMATS } from './formats.ts';
import { listSizesOf } from './list-sizes.ts';
import { problemOf } from './field-problems.ts';

const PROBLEMS_MAX = 100;

const ajv = new Ajv({
  allErrors: true,
  removeAdditional: false,
  coerceTypes: false,
  useDefaults: false,
  strict: true,
  strictTypes: false,
  allowUnionTypes: true,
  verbose: true,
  // A step of 0.0001 is no binary fraction: 2.9 divided by it misses 29000 by 4e-12.
  multipleOfPrecision: 6,
  formats: FORMATS,
  // `x-strip` is read with the query: the text is stripped of blanks before its length counts.
  keywords: [AMOUNT_KEYWORD, CARDLESS_KEYWORD, 'x-strip'],
});

/** Checks a value and throws InvalidFields with every problem found, or returns it. */
export type Check = (value: unknown) => void;

/** The check of a schema, whose problems are located under `place`: body, query, path or header. */
export function checkOf(schema: TSchema, place: string): Check {
  const find = finderOf(schema, place);
  return (value) => refuse(find(value));
}

/** A function that finds the problems of a value, in the order of the schema. A list that is too long is a problem by itself,
 *  and what is in it is not judged: that would cost without a bound. */
export function finderOf(schema: TSchema, place: string): (value: unknown) => FieldProblem[] {
  return (value) => {
    const failed = compiled(schema).find((validate) => !validate(value));
    return withoutTypesOfLists(failed?.errors ?? []).map((error) => problemOf(error, place));
  };
}

// Compiled when its first value comes: to compile all of them takes a fifth of a second of every start, and most processes
// hear of few.
const validators = new WeakMap<TSchema, readonly ValidateFunction[]>();

function compiled(schema: TSchema): readonly ValidateFunction[] {
  const known = validators.get(schema);
  if (known) return known;
  const sizes = listSizesOf(schema);
  const made = [...(sizes ? [sizes] : []), schema].map((part) => ajv.compile(part));
  validators.set(schema, made);
  return made;
}

// A value of another type is none of those that a list of values names, which is one problem and not two.
function withoutTypesOfLists(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const listed = new Set(errors.filter(namesValues).map(({ instancePath }) => instancePath));
  return errors.filter(({ keyword, instancePath }) => keyword !== 'type' || !listed.has(instancePath));
}

function namesValues({ keyword }: ErrorObject): boolean {
  return keyword === 'enum' || keyword === 'const';
}

/** Throws InvalidFields when there is a problem. One field's problem is listed once. */
export function refuse(problems: readonly FieldProblem[]): void {
  if (problems.length > 0) throw new InvalidFields(unique(problems).slice(0, PROBLEMS_MAX));
}

function unique(problems: readonly FieldProblem[]): FieldProblem[] {
  const seen = new Set<string>();
  return problems.filter((problem) => {
    const key = JSON.stringify([problem.loc, problem.type]);
    return !seen.has(key) && seen.add(key);
  });
}
