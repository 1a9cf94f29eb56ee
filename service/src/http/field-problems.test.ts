import { type TSchema, Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import {
  Amount,
  closed,
  Country,
  Currency,
  Email,
  nullable,
  oneOf,
  page,
  Uuid,
} from '../../../wire/shapes.ts';
import { type FieldProblem, InvalidFields } from '../refusals.ts';
import { type Operation, OPERATIONS } from './operations.ts';
import { queryReader } from './query.ts';
import { checkOf } from './validation.ts';

function problemsOf(check: () => unknown): readonly FieldProblem[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof InvalidFields) return error.problems;
    throw error;
  }
}

function bodyProblems(schema: TSchema, value: unknown): readonly FieldProblem[] {
  return problemsOf(() => checkOf(schema, 'body')(value));
}

const field = (schema: TSchema) => Type.Object({ f: schema }, closed);
const one = (type: string, msg: string, more: object = {}) => ({ type, loc: ['body', 'f'], msg, ...more });

// They are compiled when the first value comes, long after the start.
test('whatever an operation takes can be judged', () => {
  const rows: Operation[] = Object.values(OPERATIONS);
  const schemas = rows.flatMap(({ params, query, body }) => [params, query, body]).filter((it) => !!it);
  expect(schemas.length).toBeGreaterThan(rows.length);
  for (const schema of schemas) expect(() => bodyProblems(schema, {})).not.toThrow();
});

test('a value of another type than those of a list of values is one problem', () => {
  const word = oneOf(['day', 'week']);
  const said = { type: 'literal_error', msg: "Input should be 'day' or 'week'" };
  for (const input of [null, 5, {}]) {
    expect(bodyProblems(field(word), { f: input })).toMatchObject([{ ...said, loc: ['body', 'f'], input }]);
    const listed = bodyProblems(field(Type.Array(word)), { f: ['day', input] });
    expect(listed).toMatchObject([{ ...said, loc: ['body', 'f', 1], input }]);
  }
  expect(bodyProblems(field(nullable(word)), { f: 5 })).toMatchObject([{ ...said, input: 5 }]);
});

test('an object that needs one of its fields says which', () => {
  const [a, b, c] = [
    Type.Optional(Type.String()),
    Type.Optional(Type.String()),
    Type.Optional(Type.String()),
  ];
  const schema = Type.Object({ a, b, c }, { ...closed, minProperties: 1 });
  const msg = 'Value error, at least one of a, b or c is required';
  expect(bodyProblems(schema, {})).toEqual([{ type: 'value_error', loc: ['body'], msg, input: {} }]);
  expect(bodyProblems(schema, { b: '' })).toEqual([]);
});

test.each([['4111111111111111'], { number: '4111111111111111' }, '4111111111111111'.repeat(40)])(
  'a card number in the place of a payment token is not repeated: %j',
  (payment_token) => {
    const schema = Type.Object({ payment_token: Type.String({ maxLength: 500 }) }, closed);
    const [problem, ...more] = bodyProblems(schema, { payment_token });
    expect(more).toEqual([]);
    expect(problem).toMatchObject({ loc: ['body', 'payment_token'] });
    expect(JSON.stringify(problem)).not.toContain('4111');
  },
);

test.each([
  { password: 'S3cret' },
  { mail: 'a@b.co', password: 'S3cret' },
  { email: 'a@b.co', passwort: 'S3cret' },
  { email: { password: 'S3cret' }, password: 'x' },
])('what stands beside a password, within it, or where one is misspelt, is not repeated: %j', (body) => {
  const problems = bodyProblems(OPERATIONS['owner.sign_in'].body, body);
  expect(problems.length).toBeGreaterThan(0);
  expect(JSON.stringify(problems)).not.toContain('S3cret');
});

describe('a field problem names the field, the rule and the value', () => {
  test.each<[string, TSchema, unknown, object]>([
    ['a text', Type.String(), 1, one('string_type', 'Input should be a valid string', { input: 1 })],
    [
      'null for a text',
      Type.String(),
      null,
      one('string_type', 'Input should be a valid string', { input: null }),
    ],
    ['an integer', Type.Integer(), 'x', one('int_type', 'Input should be a valid integer', { input: 'x' })],
    [
      'a fraction for an integer',
      Type.Integer(),
      1.5,
      one('int_from_float', 'Input should be a valid integer, got a number with a fractional part', {
        input: 1.5,
      }),
    ],
    ['a number', Type.Number(), 'x', one('float_type', 'Input should be a valid number', { input: 'x' })],
    [
      'a boolean',
      Type.Boolean(),
      'yes',
      one('bool_type', 'Input should be a valid boolean', { input: 'yes' }),
    ],
    [
      'a list',
      Type.Array(Type.String()),
      {},
      one('list_type', 'Input should be a valid list', { input: {} }),
    ],
    [
      'an object',
      Type.Object({}),
      [],
      one('model_attributes_type', 'Input should be a valid dictionary or object to extract fields from', {
        input: [],
      }),
    ],
    [
      'an object of free keys',
      Type.Record(Type.String(), Type.Unknown()),
      [],
      one('dict_type', 'Input should be a valid dictionary', { input: [] }),
    ],
    [
      'an object of free keys, or null',
      nullable(Type.Record(Type.String(), Type.Unknown())),
      'x',
      one('dict_type', 'Input should be a valid dictionary', { input: 'x' }),
    ],
    [
      'an amount',
      Amount({ positive: true }),
      null,
      one('decimal_type', 'Decimal input should be an integer, float, string or Decimal object', {
        input: null,
      }),
    ],
    [
      'an amount’s grammar',
      Amount({ positive: true }),
      '1e2',
      one('decimal_parsing', 'Input should be a valid decimal', { input: '1e2' }),
    ],
    [
      'an amount’s upper bound',
      Amount({ positive: true }),
      1e6,
      one('less_than_equal', 'Input should be less than or equal to 999999.99', {
        input: 1e6,
        ctx: { le: 999_999.99 },
      }),
    ],
    [
      'a short text',
      Type.String({ minLength: 1 }),
      '',
      one('string_too_short', 'String should have at least 1 character', {
        input: '',
        ctx: { min_length: 1 },
      }),
    ],
    [
      'a long text, counted in characters and not in code units',
      Type.String({ maxLength: 2 }),
      '\u{1f600}\u{1f600}\u{1f600}',
      one('string_too_long', 'String should have at most 2 characters', {
        input: '\u{1f600}\u{1f600}\u{1f600}',
        ctx: { max_length: 2 },
      }),
    ],
    [
      'a lower bound',
      Type.Integer({ minimum: 5 }),
      4,
      one('greater_than_equal', 'Input should be greater than or equal to 5', { input: 4, ctx: { ge: 5 } }),
    ],
    [
      'an upper bound',
      Type.Integer({ maximum: 1440 }),
      1441,
      one('less_than_equal', 'Input should be less than or equal to 1440', {
        input: 1441,
        ctx: { le: 1440 },
      }),
    ],
    [
      'an open lower bound',
      Type.Integer({ exclusiveMinimum: 0 }),
      0,
      one('greater_than', 'Input should be greater than 0', { input: 0, ctx: { gt: 0 } }),
    ],
    [
      'a pattern',
      Type.String({ pattern: '^[A-Z]{3}$' }),
      'usd',
      one('string_pattern_mismatch', "String should match pattern '^[A-Z]{3}$'", {
        input: 'usd',
        ctx: { pattern: '^[A-Z]{3}$' },
      }),
    ],
    [
      'a choice',
      oneOf(['day', 'week', 'month']),
      'hour',
      one('literal_error', "Input should be 'day', 'week' or 'month'", {
        input: 'hour',
        ctx: { expected: "'day', 'week' or 'month'" },
      }),
    ],
    ['an id', Uuid, 'x', one('uuid_parsing', 'Input should be a valid UUID', { input: 'x' })],
    [
      'an email address',
      Email,
      'x',
      one('value_error', 'value is not a valid email address', {
        input: 'x',
        ctx: { reason: 'not an email address' },
      }),
    ],
    [
      'a country',
      Country,
      'UK',
      one('value_error', 'Value error, not an ISO 3166-1 country code', { input: 'UK' }),
    ],
    [
      'a currency',
      Currency,
      'XAU',
      one('value_error', 'Value error, not an ISO 4217 currency code in use', { input: 'XAU' }),
    ],
  ])('%s', (_name, schema, value, expected) => {
    expect(bodyProblems(field(schema), { f: value })).toEqual([expected]);
  });

  test('a list that is too long says how long it is', () => {
    const msg = 'List should have at most 2 items after validation, not 3';
    const ctx = { field_type: 'List', max_length: 2, actual_length: 3 };
    const schema = field(Type.Array(Type.Integer(), { maxItems: 2 }));
    expect(bodyProblems(schema, { f: [1, 2, 3] })).toEqual([one('too_long', msg, { input: [1, 2, 3], ctx })]);
  });

  test('a list that is too short, likewise', () => {
    const msg = 'List should have at least 1 item after validation, not 0';
    const ctx = { field_type: 'List', min_length: 1, actual_length: 0 };
    const schema = field(Type.Array(Type.Integer(), { minItems: 1 }));
    expect(bodyProblems(schema, { f: [] })).toEqual([one('too_short', msg, { input: [], ctx })]);
  });

  test('null is welcome where it is', () => {
    const schema = Type.Object({ a: nullable(Type.String()), b: nullable(oneOf(['x'])) }, closed);
    expect(bodyProblems(schema, { a: null, b: null })).toEqual([]);
    expect(bodyProblems(schema, { a: 1, b: 'x' })).toEqual([
      { type: 'string_type', loc: ['body', 'a'], msg: 'Input should be a valid string', input: 1 },
    ]);
    expect(bodyProblems(schema, { a: '', b: 'y' })).toMatchObject([
      { type: 'literal_error', loc: ['body', 'b'], msg: "Input should be 'x'" },
    ]);
  });
});

describe('a body', () => {
  const schema = Type.Object({ name: Type.String(), items: Type.Array(field(Type.Integer())) }, closed);

  test('lacks a field, and has one too many', () => {
    const sent = { name: 'x', channel_id: 'y' };
    expect(bodyProblems(schema, sent)).toEqual([
      { type: 'missing', loc: ['body', 'items'], msg: 'Field required', input: sent },
      {
        type: 'extra_forbidden',
        loc: ['body', 'channel_id'],
        msg: 'Extra inputs are not permitted',
        input: 'y',
      },
    ]);
  });

  test('is looked through to the end, with numbers for places in a list', () => {
    const problems = bodyProblems(schema, { name: 1, items: [{ f: 1 }, { f: 'x' }, {}, { f: 1, g: 2 }] });
    expect(problems.map(({ loc, type }) => [loc.join('.'), type])).toEqual([
      ['body.name', 'string_type'],
      ['body.items.1.f', 'int_type'],
      ['body.items.2.f', 'missing'],
      ['body.items.3.g', 'extra_forbidden'],
    ]);
    expect(problems[1]!.loc).toEqual(['body', 'items', 1, 'f']);
  });

  test('is not an object', () => {
    const msg = 'Input should be a valid dictionary or object to extract fields from';
    expect(bodyProblems(schema, 'x')).toEqual([
      { type: 'model_attributes_type', loc: ['body'], msg, input: 'x' },
    ]);
    expect(bodyProblems(schema, undefined)).toHaveLength(1);
  });

  test('with a slash or a tilde in a name is located by that name', () => {
    const record = Type.Record(Type.String(), Type.Integer());
    expect(bodyProblems(record, { 'a/b~c': 'x' })[0]?.loc).toEqual(['body', 'a/b~c']);
  });

  test('is left as it was sent', () => {
    const sent = { f: 5 };
    checkOf(Type.Object({ f: Type.Integer(), g: Type.Optional(Type.Integer({ default: 7 })) }), 'body')(sent);
    expect(sent).toEqual({ f: 5 });
  });

  test('with thousands of problems is answered with a hundred', () => {
    const sent = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`x${index}`, 1]));
    expect(bodyProblems(Type.Object({}, closed), sent)).toHaveLength(100);
  });
});

describe('a query', () => {
  const schema = Type.Object(
    {
      ...page({ default: 50, max: 200 }),
      active: Type.Optional(Type.Boolean()),
      state: Type.Optional(Type.Array(oneOf(['a', 'b']))),
      search: Type.Optional(Type.String({ minLength: 1 })),
    },
    closed,
  );
  const read = queryReader(schema);

  test('is read as the types its schema names, with defaults', () => {
    expect(read({})).toEqual({ limit: 50, offset: 0 });
    expect(read({ limit: '10', offset: '20', active: 'TRUE', state: 'a', search: '5' })).toEqual({
      limit: 10,
      offset: 20,
      active: true,
      state: ['a'],
      search: '5',
    });
    expect(read({ state: ['a', 'b'], limit: ['1', '2'] })).toEqual({
      state: ['a', 'b'],
      limit: 2,
      offset: 0,
    });
  });

  test('is refused with every problem found, of the text and of the bounds', () => {
    const problems = problemsOf(() => read({ limit: 'x', offset: '-1', more: '1' }));
    expect(problems.map(({ type, loc }) => [type, ...loc])).toEqual([
      ['int_parsing', 'query', 'limit'],
      ['extra_forbidden', 'query', 'more'],
      ['greater_than_equal', 'query', 'offset'],
    ]);
  });

  test.each<[Record<string, unknown>, string, unknown[]]>([
    [{ limit: 'x' }, 'int_parsing', ['query', 'limit']],
    [{ limit: '' }, 'int_parsing', ['query', 'limit']],
    [{ limit: '1.5' }, 'int_parsing', ['query', 'limit']],
    [{ limit: '9'.repeat(30) }, 'int_parsing', ['query', 'limit']],
    [{ limit: '0' }, 'greater_than_equal', ['query', 'limit']],
    [{ limit: '201' }, 'less_than_equal', ['query', 'limit']],
    [{ offset: '-1' }, 'greater_than_equal', ['query', 'offset']],
    [{ active: 'maybe' }, 'bool_parsing', ['query', 'active']],
    [{ state: 'c' }, 'literal_error', ['query', 'state', 0]],
    [{ search: '' }, 'string_too_short', ['query', 'search']],
    [{ channel_id: 'x' }, 'extra_forbidden', ['query', 'channel_id']],
    [{ toString: 'x' }, 'extra_forbidden', ['query', 'toString']],
    [JSON.parse('{"__proto__":"x"}'), 'extra_forbidden', ['query', '__proto__']],
  ])('%j is refused', (raw, type, loc) => {
    expect(problemsOf(() => read(raw))).toMatchObject([{ type, loc }]);
  });
});
