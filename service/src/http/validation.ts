import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { TSchema } from 'typebox';
import { InvalidFields, type FieldProblem } from '../refusals.ts';
import { AMOUNT_KEYWORD, FORMATS } from './formats.ts';
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
  keywords: [AMOUNT_KEYWORD],
});

/** Checks a value and throws InvalidFields with every problem found, or returns it. */
export type Check = (value: unknown) => void;

/** Compiles a schema into a check whose problems are located under `place`: body, query, path or header. */
export function compileCheck(schema: TSchema, place: string): Check {
  const validate: ValidateFunction = ajv.compile(schema);
  return (value) => {
    if (validate(value)) return;
    const problems = (validate.errors ?? []).map((error: ErrorObject) => problemOf(error, place));
    throw new InvalidFields(unique(problems).slice(0, PROBLEMS_MAX));
  };
}

/** Turns the text of a query into the types its schema names; what does not parse stays text and fails the check. */
export function readQuery(schema: TSchema, raw: Record<string, unknown>): Record<string, unknown> {
  const properties = (schema as unknown as { properties: Record<string, PropertySchema> }).properties;
  const query: Record<string, unknown> = {};
  const problems: FieldProblem[] = [];
  for (const [name, value] of Object.entries(raw)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!property) {
      problems.push({
        type: 'extra_forbidden',
        loc: ['query', name],
        msg: 'Extra inputs are not permitted',
        input: value,
      });
      continue;
    }
    const parsed = readQueryValue(property, value);
    if (parsed === UNPARSABLE) problems.push(queryProblem(property, name, value));
    else query[name] = parsed;
  }
  for (const [name, property] of Object.entries(properties)) {
    if (!(name in raw) && property.default !== undefined) query[name] = property.default;
  }
  if (problems.length > 0) throw new InvalidFields(problems.slice(0, PROBLEMS_MAX));
  return query;
}

interface PropertySchema {
  type?: string;
  default?: unknown;
}

const UNPARSABLE = Symbol('unparsable');

function readQueryValue(property: PropertySchema, value: unknown): unknown {
  if (property.type === 'array') return Array.isArray(value) ? value : [value];
  // A repeated single parameter: the last one counts, as in most servers' readers.
  const text = String(Array.isArray(value) ? value.at(-1) : value);
  if (property.type === 'integer') return /^[+-]?\d{1,15}$/.test(text) ? Number(text) : UNPARSABLE;
  if (property.type === 'boolean') return BOOLEANS.get(text.toLowerCase()) ?? UNPARSABLE;
  // Nothing a text is compared with can hold it, and the database refuses to be asked.
  return text.includes('\u0000') ? UNPARSABLE : text;
}

const BOOLEANS = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['on', true],
  ['false', false],
  ['0', false],
  ['no', false],
  ['off', false],
]);

function queryProblem(property: PropertySchema, name: string, input: unknown): FieldProblem {
  const loc = ['query', name];
  if (property.type === 'integer') {
    const msg = 'Input should be a valid integer, unable to parse string as an integer';
    return { type: 'int_parsing', loc, msg, input };
  }
  if (property.type === 'string')
    return { type: 'value_error', loc, msg: 'Value error, text may not hold NUL', input };
  return {
    type: 'bool_parsing',
    loc,
    msg: 'Input should be a valid boolean, unable to interpret input',
    input,
  };
}

function unique(problems: FieldProblem[]): FieldProblem[] {
  const seen = new Set<string>();
  return problems.filter((problem) => {
    const key = JSON.stringify([problem.loc, problem.type]);
    return !seen.has(key) && seen.add(key);
  });
}
