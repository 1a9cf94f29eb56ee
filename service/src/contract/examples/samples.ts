import { componentOf, type JsonSchema, type JsonValue } from '../openapi.ts';
import { SAMPLE_UUID, SAMPLE_VALUES } from './sample-values.ts';

const DEPTH_MAX = 16;
const PLAIN_TEXTS = ['text', 'AQIDBAUGBwgJCgsM', '2026-01-31'];

export interface Sampler {
  /** A value that the schema allows, for the examples of the document. */
  sampleOf(schema: JsonSchema): JsonValue;
}

/** Makes examples out of schemas: the field's known look where there is one, else the plainest value of its
 *  type. */
export function sampler(componentsOf: () => Readonly<Record<string, JsonSchema>>): Sampler {
  return {
    sampleOf: (schema) =>
      sample(schema, { owner: '', field: '', depth: 0, components: componentsOf() }) ?? null,
  };
}

interface At {
  owner: string;
  field: string;
  depth: number;
  components: Readonly<Record<string, JsonSchema>>;
}

// Undefined for a field that the example leaves out.
function sample(schema: JsonSchema, at: At): JsonValue | undefined {
  const name = componentOf(schema);
  const shape = name === null ? schema : (at.components[name] ?? {});
  const known = knownLook(at);
  if (known === null && !allowsNull(shape)) return undefined;
  if (known !== undefined && fits(known, shape)) return known;
  if (at.depth > DEPTH_MAX) return null;
  const below = { ...at, depth: at.depth + 1 };
  if (name !== null) return sample(shape, { ...below, field: '', owner: name });
  if (shape.anyOf) return sample(shape.anyOf[0]!, below);
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0]!;
  if (!shape.properties) return plainest(shape, below);
  const fields = Object.entries(shape.properties).map(
    ([field, of]) => [field, sample(of, { ...below, field })] as const,
  );
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as JsonValue;
}

function knownLook({ owner, field }: At): JsonValue | undefined {
  const own = SAMPLE_VALUES[`${owner}.${field}`];
  return own === undefined ? SAMPLE_VALUES[field] : own;
}

function typesOf(schema: JsonSchema): readonly string[] {
  return typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
}

function allowsNull(schema: JsonSchema): boolean {
  return typesOf(schema).includes('null') || (schema.anyOf ?? []).some(allowsNull);
}

// Of the right kind; whether every example is allowed is what the tests check.
function fits(value: JsonValue, schema: JsonSchema): boolean {
  if (value === null) return allowsNull(schema);
  if (schema.enum) return schema.enum.includes(value);
  const kind = Array.isArray(value) ? 'array' : typeof value;
  return typesOf(schema).some((type) => type === kind || (type === 'integer' && kind === 'number'));
}

function plainest(schema: JsonSchema, at: At): JsonValue {
  switch (typesOf(schema)[0] ?? 'null') {
    case 'array':
      return [sample(schema.items ?? {}, { ...at, field: '' }) ?? null];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'object':
      return {};
    case 'string':
      return textOf(schema, at.field);
    default:
      return null;
  }
}

function textOf(schema: JsonSchema, field: string): string {
  if (schema.format === 'date-time') return '2026-01-01T00:00:00.000Z';
  if (schema.format === 'uuid' || field === 'id' || field.endsWith('_id')) {
    return prefixed(schema.pattern) ?? SAMPLE_UUID;
  }
  if (schema.format === 'email') return 'someone@example.com';
  if (schema.format === 'uri') return 'https://shop.example.com/';
  const pattern = new RegExp(schema.pattern ?? '', 'u');
  return prefixed(schema.pattern) ?? PLAIN_TEXTS.find((text) => pattern.test(text)) ?? 'text';
}

// Ids with a prefix carry the same uuid without its dashes.
function prefixed(pattern: string | undefined): string | null {
  const prefix = /^\^([a-z]+_)\[0-9a-f\]\{32\}\$$/.exec(pattern ?? '')?.[1];
  return prefix === undefined ? null : `${prefix}${SAMPLE_UUID.replaceAll('-', '')}`;
}
