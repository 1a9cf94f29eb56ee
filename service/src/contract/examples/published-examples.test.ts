import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { documentOf } from '../document.ts';
import type { JsonSchema, JsonValue, MediaType } from '../openapi.ts';

// What a reader takes for the real thing has to look like it, whether it was recorded or made up.
const DOCUMENT = documentOf({ base_url: 'https://pay.example.com', environment: 'test', version: '1' });
const ROOT = 'https://contract.invalid/';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/;

interface Example {
  at: string;
  schema: JsonSchema;
  value: JsonValue;
}

/** Every example of the document: parameters, requests, answers and refusals, and what webhooks deliver. */
const EXAMPLES: readonly Example[] = [
  ...Object.values(DOCUMENT.paths),
  ...Object.values(DOCUMENT.webhooks),
].flatMap((item) =>
  Object.values(item).flatMap(({ operationId, parameters = [], requestBody, responses }) => [
    ...parameters.flatMap((one) => shownBy(`${operationId} ${one.name}`, one)),
    ...mediaOf(`${operationId} request`, requestBody),
    ...Object.entries(responses).flatMap(([status, one]) => mediaOf(`${operationId} ${status}`, one)),
  ]),
);

function mediaOf(at: string, of: { content?: Record<string, MediaType> } | undefined): Example[] {
  return Object.values(of?.content ?? {}).flatMap((media) => shownBy(at, media));
}

function shownBy(at: string, { schema, example, examples = {} }: MediaType): Example[] {
  const values = [example, ...Object.values(examples).map(({ value }) => value)];
  return values.filter((value) => value !== undefined).map((value) => ({ at, schema, value }));
}

/** Every value inside an example, with its field and what stands beside it. */
function* valuesOf(
  value: JsonValue,
  field = '',
  beside: JsonValue = null,
): Generator<{ field: string; value: JsonValue; beside: JsonValue }> {
  yield { field, value, beside };
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) for (const inner of value) yield* valuesOf(inner as JsonValue, field, value);
  else for (const [name, inner] of Object.entries(value)) yield* valuesOf(inner, name, value);
}

/** Where an example holds what the claim says of no real value. */
function breachesOf(isWrong: (field: string, value: JsonValue, beside: JsonValue) => boolean): string[] {
  return EXAMPLES.flatMap(({ at, value: whole }) =>
    [...valuesOf(whole)]
      .filter(({ field, value, beside }) => isWrong(field, value, beside))
      .map(({ field, value }) => `${at}: ${field} is ${JSON.stringify(value)}`),
  );
}

const isText = (value: JsonValue | undefined): value is string => typeof value === 'string';
const FORMS: readonly (readonly [field: RegExp, form: RegExp])[] = [
  [/(?:^|_)currency$/, /^[A-Z]{3}$/],
  [/^country(?:_code)?$/, /^[A-Z]{2}$/],
  [/^phone$/, /^(?:\+1\d{10}|\(\d{3}\) \d{3}-\d{4})$/],
  [/^(?:amount|unit_amount|offer_amount)$/, /^\d+(?:\.\d+)?$/],
  [/(?:^|_)url$|^script$/, /^https?:\/\/[^/]+/],
  [/^email$/, /^[^@\s]+@[^@\s]+\.[a-z]+$/],
];

describe('the published examples', () => {
  it('are of every operation and every event', () => {
    expect(new Set(EXAMPLES.map(({ at }) => at.split(' ')[0]))).toHaveLength(
      Object.values({ ...DOCUMENT.paths, ...DOCUMENT.webhooks }).flatMap((item) => Object.keys(item)).length,
    );
  });

  it('hold nowhere the word that only says that a text stands there', () => {
    // A refusal may name a field that is called so.
    expect(breachesOf((field, value) => field !== 'loc' && value === 'text')).toEqual([]);
  });

  it('are what their schemas allow, formats included', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    ajv.addFormat('date-time', INSTANT).addFormat('uuid', UUID);
    ajv
      .addFormat('email', /^[^@\s]+@[^@\s]+$/)
      .addFormat('uri', { validate: (text: string) => URL.canParse(text) });
    ajv.addSchema({ $id: ROOT, components: DOCUMENT.components });
    // Hundreds of refusals have one schema.
    const known = new Map<string, ReturnType<typeof ajv.compile>>();
    const validatorOf = (schema: JsonSchema) => {
      const text = JSON.stringify(schema).replaceAll('"#/', `"${ROOT}#/`);
      const validate = known.get(text) ?? ajv.compile(JSON.parse(text) as object);
      known.set(text, validate);
      return validate;
    };
    const breaches = EXAMPLES.flatMap(({ at, schema, value }) => {
      const validate = validatorOf(schema);
      return validate(value) ? [] : [`${at}: ${ajv.errorsText(validate.errors)}`];
    });
    expect(breaches).toEqual([]);
  });

  it.each(FORMS)('hold under %s nothing but %s', (name, form) => {
    expect(breachesOf((field, value) => name.test(field) && isText(value) && !form.test(value))).toEqual([]);
  });

  it('let nothing end before or when it began', () => {
    const endsTooEarly = (field: string, value: JsonValue, beside: JsonValue) => {
      if (!field.endsWith('_end') || !isText(value)) return false;
      const start = (beside as Readonly<Record<string, JsonValue>>)[field.replace(/_end$/, '_start')];
      return isText(start) && value <= start;
    };
    expect(breachesOf(endsTooEarly)).toEqual([]);
  });

  it('let nothing expire before it was made', () => {
    const isExpired = (field: string, value: JsonValue, beside: JsonValue) => {
      const made = (beside as Readonly<Record<string, JsonValue>> | null)?.['created_at'];
      return /(?:^|_)expires_at$/.test(field) && isText(value) && isText(made) && value <= made;
    };
    expect(breachesOf(isExpired)).toEqual([]);
  });
});
