import type { ErrorObject } from 'ajv';
import type { FieldProblem } from '../refusals.ts';
import type { AmountProblemFound } from './formats.ts';

// What was sent in these is not sent back: people put card numbers where a token belongs.
const SECRET: ReadonlySet<string> = new Set(['password', 'payment_token', 'rail_credentials']);

/** A schema error as a 422 lists it: the type names and sentences that clients of Python services know. What was sent
 *  stands beside it, but no secret, nor anything of an object that lacks a field or misspells one beside a secret. */
export function problemOf(error: ErrorObject, place: string): FieldProblem {
  const { input, ...problem } = toldOf(error, place);
  const names = [...problem.loc, ...namesOf(error.parentSchema)];
  return names.some(namesSecret) || holdsSecret(input) ? problem : { ...problem, input };
}

function holdsSecret(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, inner]) => namesSecret(name) || holdsSecret(inner));
}

function namesSecret(name: string | number): boolean {
  return SECRET.has(String(name));
}

function namesOf(schema: ErrorObject['parentSchema']): string[] {
  return Object.keys((schema?.['properties'] ?? {}) as object);
}

function toldOf(error: ErrorObject, place: string): FieldProblem {
  const path = [place, ...pathOf(error)];
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'required': {
      const loc = [...path, String(params['missingProperty'])];
      return { type: 'missing', loc, msg: 'Field required', input: error.data };
    }
    case 'additionalProperties': {
      const name = String(params['additionalProperty']);
      const input = (error.data as Record<string, unknown>)[name];
      return { type: 'extra_forbidden', loc: [...path, name], msg: 'Extra inputs are not permitted', input };
    }
    case 'amount':
      return { ...(params as unknown as AmountProblemFound), loc: path, input: error.data };
    case 'type':
      return { ...typeProblem(params['type'], error), loc: path, input: error.data };
    default:
      return { ...boundProblem(error, params), loc: path, input: error.data };
  }
}

type Said = Omit<FieldProblem, 'loc' | 'input'>;

const HOLDS_CARD: Said = {
  type: 'value_error',
  msg: 'Value error, it holds what looks like the number of a card',
};

function typeProblem(expected: unknown, { data: value, parentSchema }: ErrorObject): Said {
  const types = (Array.isArray(expected) ? expected : [expected]).filter((type) => type !== 'null');
  switch (types[0]) {
    case 'integer':
      return typeof value === 'number'
        ? {
            type: 'int_from_float',
            msg: 'Input should be a valid integer, got a number with a fractional part',
          }
        : { type: 'int_type', msg: 'Input should be a valid integer' };
    case 'number':
      return types.includes('string')
        ? { type: 'decimal_type', msg: 'Decimal input should be an integer, float, string or Decimal object' }
        : { type: 'float_type', msg: 'Input should be a valid number' };
    case 'boolean':
      return { type: 'bool_type', msg: 'Input should be a valid boolean' };
    case 'array':
      return { type: 'list_type', msg: 'Input should be a valid list' };
    case 'object':
      return parentSchema?.['properties']
        ? {
            type: 'model_attributes_type',
            msg: 'Input should be a valid dictionary or object to extract fields from',
          }
        : { type: 'dict_type', msg: 'Input should be a valid dictionary' };
    default:
      return { type: 'string_type', msg: 'Input should be a valid string' };
  }
}

function boundProblem(error: ErrorObject, params: Record<string, unknown>): Said {
  const limit = params['limit'] as number;
  switch (error.keyword) {
    case 'minLength':
      return said('string_too_short', `String should have at least ${limit} character${s(limit)}`, {
        min_length: limit,
      });
    case 'maxLength':
      return said('string_too_long', `String should have at most ${limit} character${s(limit)}`, {
        max_length: limit,
      });
    case 'minimum':
      return said('greater_than_equal', `Input should be greater than or equal to ${limit}`, { ge: limit });
    case 'maximum':
      return said('less_than_equal', `Input should be less than or equal to ${limit}`, { le: limit });
    case 'exclusiveMinimum':
      return said('greater_than', `Input should be greater than ${limit}`, { gt: limit });
    case 'multipleOf': {
      const step = params['multipleOf'] as number;
      return said('multiple_of', `Input should be a multiple of ${step}`, { multiple_of: step });
    }
    case 'maxItems':
      return tooManyItems(error, limit);
    case 'minProperties':
      return noneOfFields(error);
    case 'minItems':
      return tooFewItems(error, limit);
    case 'pattern': {
      const pattern = String(params['pattern']);
      return said('string_pattern_mismatch', `String should match pattern '${pattern}'`, { pattern });
    }
    case 'enum': {
      const expected = listed(params['allowedValues'] as unknown[]);
      return said('literal_error', `Input should be ${expected}`, { expected });
    }
    case 'const': {
      const expected = listed([params['allowedValue']]);
      return said('literal_error', `Input should be ${expected}`, { expected });
    }
    case 'cardless':
      return HOLDS_CARD;
    case 'format':
      return formatProblem(String(params['format']));
    default:
      return { type: 'value_error', msg: 'Value error' };
  }
}

function formatProblem(format: string): Said {
  switch (format) {
    case 'uuid':
      return { type: 'uuid_parsing', msg: 'Input should be a valid UUID' };
    case 'email':
      return said('value_error', 'value is not a valid email address', { reason: 'not an email address' });
    case 'country':
      return { type: 'value_error', msg: 'Value error, not an ISO 3166-1 country code' };
    case 'currency':
      return { type: 'value_error', msg: 'Value error, not an ISO 4217 currency code in use' };
    case 'web-url':
    case 'return-url':
      return { type: 'url_parsing', msg: 'Input should be a valid URL' };
    case 'origin':
      return { type: 'value_error', msg: 'Value error, not an origin: scheme, host and port only' };
    case 'prose':
      return HOLDS_CARD;
    case 'iso-date-time':
      return { type: 'datetime_from_date_parsing', msg: 'Input should be a valid datetime or date' };
    default:
      return { type: 'value_error', msg: `Value error, not a valid ${format}` };
  }
}

function tooManyItems(error: ErrorObject, limit: number): Said {
  const actual = (error.data as unknown[]).length;
  const msg = `List should have at most ${limit} item${s(limit)} after validation, not ${actual}`;
  return said('too_long', msg, { field_type: 'List', max_length: limit, actual_length: actual });
}

// The only bound that our schemas have is one.
function noneOfFields(error: ErrorObject): Said {
  const names = inWords(namesOf(error.parentSchema));
  return { type: 'value_error', msg: `Value error, at least one of ${names} is required` };
}

function tooFewItems(error: ErrorObject, limit: number): Said {
  const actual = (error.data as unknown[]).length;
  const msg = `List should have at least ${limit} item${s(limit)} after validation, not ${actual}`;
  return said('too_short', msg, { field_type: 'List', min_length: limit, actual_length: actual });
}

function said(type: string, msg: string, ctx: Record<string, unknown>): Said {
  return { type, msg, ctx };
}

function s(count: number): string {
  return count === 1 ? '' : 's';
}

// The values of our schemas' lists are strings and numbers.
function listed(values: unknown[]): string {
  const quoted = (values as (string | number | null)[])
    .filter((value) => value !== null)
    .map((value) => `'${value}'`);
  return inWords(quoted);
}

function inWords(words: readonly string[]): string {
  if (words.length === 1) return words[0]!;
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

function pathOf(error: ErrorObject): (string | number)[] {
  return error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}
