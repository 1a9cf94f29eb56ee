import type { TSchema } from 'typebox';
import type { FieldProblem } from '../refusals.ts';
import { finderOf, refuse } from './validation.ts';

/** The reader of a query's schema: it turns the text into the types that the schema names, fills in defaults,
 *  and throws InvalidFields with every problem found, those of the text and those of the schema together. */
export function queryReader(schema: TSchema): (raw: Record<string, unknown>) => Record<string, unknown> {
  const { properties } = schema as unknown as { properties: Record<string, PropertySchema> };
  const find = finderOf(schema, 'query');
  return (raw) => {
    const query: Record<string, unknown> = {};
    const problems: FieldProblem[] = [];
    for (const [name, value] of Object.entries(raw)) {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      const parsed = property ? readValue(property, value) : UNPARSABLE;
      if (parsed === UNPARSABLE) problems.push(problemOf(property, name, value));
      else query[name] = parsed;
    }
    for (const [name, property] of Object.entries(properties)) {
      if (!(name in raw) && property.default !== undefined) query[name] = property.default;
    }
    const named = new Set(problems.map((problem) => String(problem.loc[1])));
    // What did not parse is missing from the value, which is no second problem.
    const found = find(query).filter((problem) => !named.has(String(problem.loc[1])));
    refuse([...problems, ...found]);
    return query;
  };
}

interface PropertySchema {
  type?: string;
  default?: unknown;
  'x-strip'?: boolean;
}

const UNPARSABLE = Symbol('unparsable');

function readValue(property: PropertySchema, value: unknown): unknown {
  if (property.type === 'array') return Array.isArray(value) ? value : [value];
  // A repeated single parameter: the last one counts, as in most servers' readers.
  const text = String(Array.isArray(value) ? value.at(-1) : value);
  if (property.type === 'integer') return /^[+-]?\d{1,15}$/.test(text) ? Number(text) : UNPARSABLE;
  if (property.type === 'boolean') return BOOLEANS.get(text.toLowerCase()) ?? UNPARSABLE;
  // Nothing a text is compared with can hold it, and the database refuses to be asked.
  if (text.includes('\u0000')) return UNPARSABLE;
  return property['x-strip'] ? text.trim() : text;
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

function problemOf(property: PropertySchema | undefined, name: string, input: unknown): FieldProblem {
  const loc = ['query', name];
  if (!property) return { type: 'extra_forbidden', loc, msg: 'Extra inputs are not permitted', input };
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
