import { html, type Html, type Part } from '../../../../markup/html.ts';
import {
  componentOf,
  type JsonSchema,
  type JsonValue,
  type OpenApiDocument,
  type Parameter,
  resolved,
} from '../openapi.ts';
import { anyOf, prose } from './reference-text.ts';

const DEPTH_MAX = 4;
// A list of more values is folded away, so that the field after it stays in sight.
const VALUES_SHOWN_MAX = 8;

type Components = Pick<OpenApiDocument, 'components'>;

interface Field {
  name: string;
  schema: JsonSchema;
  required: boolean;
  description: string | undefined;
}

/** Who reads the fields: whoever sends them wants to know which must be there, whoever gets them which may be
 *  missing. */
type Reading = 'sent' | 'received';

interface At {
  reading: Reading;
  depth: number;
}

/** The fields of an object, each with its type, bounds and meaning; what it holds itself is folded inside. */
export function fieldList(document: Components, schema: JsonSchema, reading: Reading): Html | null {
  return fieldsOf(document, schema, { reading, depth: 0 });
}

function fieldsOf(document: Components, schema: JsonSchema, at: At): Html | null {
  const { properties, required = [] } = objectOf(document, schema);
  if (!properties || at.depth > DEPTH_MAX) return null;
  const fields = Object.entries(properties).map(([name, of]) => {
    return { name, schema: of, required: required.includes(name), description: of.description };
  });
  return list(document, fields, at);
}

/** Parameters, as fields. */
export function parameterList(document: Components, parameters: readonly Parameter[]): Html {
  return list(document, parameters, { reading: 'sent', depth: 0 });
}

function list(document: Components, fields: readonly Field[], at: At): Html {
  return html`<ul class="fields">
    ${fields.map((field) => item(document, field, at))}
  </ul>`;
}

function item(document: Components, field: Field, at: At): Html {
  const shape = withoutNull(document, field.schema);
  const description = field.description ?? shape.description;
  const inner = fieldsOf(document, shape.items ?? shape, { ...at, depth: at.depth + 1 });
  return html`<li>
    <code class="name">${field.name}</code>
    <span class="type">${typeText(document, field.schema)}</span>${mark(field, at.reading)} ${bounds(shape)}
    ${description !== undefined && html`<p>${prose(description)}</p>`} ${values(document, shape)}
    ${
      inner &&
      html`<details>
        <summary>What <code>${field.name}</code> holds</summary>
        ${inner}
      </details>`
    }
  </li>`;
}

function mark(field: Field, reading: Reading): Part {
  if (reading === 'sent') return field.required && html` <span class="must">required</span>`;
  return !field.required && html` <span class="may">may be left out</span>`;
}

function values(document: Components, shape: JsonSchema): Part {
  const listed = (shape.items ? resolved(document, shape.items) : shape).enum?.filter(
    (value) => value !== null,
  );
  if (!listed || listed.length === 0) return null;
  const words = html`<p class="values">${listed.map((value) => html`<code>${wordOf(value)}</code> `)}</p>`;
  if (listed.length <= VALUES_SHOWN_MAX) return words;
  return html`<details>
    <summary>${listed.length} values</summary>
    ${words}
  </details>`;
}

function wordOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The type of a value in words: `string or null`, `list of string`. */
export function typeText(document: Components, schema: JsonSchema): string {
  if (schema.anyOf) return anyOf([...new Set(schema.anyOf.map((one) => typeText(document, one)))]);
  const name = componentOf(schema);
  const shape = resolved(document, schema);
  if (name !== null && shape.anyOf) return typeText(document, shape);
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  const types = typeof shape.type === 'string' ? [shape.type] : (shape.type ?? ['any']);
  return anyOf(
    types.map((type) => (type === 'array' ? `list of ${listedType(document, shape)}` : spoken(shape, type))),
  );
}

function listedType(document: Components, shape: JsonSchema): string {
  return typeText(document, shape.items ?? {});
}

function spoken(shape: JsonSchema, type: string): string {
  return type === 'string' && shape.format !== undefined ? shape.format : type;
}

function bounds(shape: JsonSchema): Part {
  const words = [
    between('characters', shape.minLength, shape.maxLength),
    between('entries', shape.minItems, shape.maxItems),
    shape.exclusiveMinimum === undefined ? null : `above ${shape.exclusiveMinimum}`,
    between('', shape.minimum, shape.maximum),
    shape.default === undefined ? null : `default ${JSON.stringify(shape.default)}`,
  ].filter((word) => word !== null);
  return words.length > 0 && html`<span class="bounds">${words.join(' · ')}</span>`;
}

function between(unit: string, least: number | undefined, most: number | undefined): string | null {
  if (least === undefined && most === undefined) return null;
  const range =
    least === undefined
      ? `at most ${most}`
      : most === undefined
        ? `at least ${least}`
        : `${least} to ${most}`;
  return unit === '' ? range : `${range} ${unit}`;
}

function objectOf(document: Components, schema: JsonSchema): JsonSchema {
  return withoutNull(document, schema.items ?? schema);
}

// What a field holds when it holds something.
function withoutNull(document: Components, schema: JsonSchema): JsonSchema {
  const present = schema.anyOf?.find((one) => one.type !== 'null');
  return resolved(document, present ?? schema);
}
