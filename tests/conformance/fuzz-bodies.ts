import type { ListedOperation, Schema } from './matrix-document.ts';
import { NOBODY } from './support.ts';

const DEPTH_MAX = 8;
// One of these fits each pattern of the interface.
const TEXTS = ['text', 'US', 'USD', '1.00', 'https://shop.example/a', '#000000', '2026-01', '2026-01-01'];

/** A body with every field that an operation knows, each of them good, so that one that is replaced is all that
 *  is wrong. `known` gives the values of fields that name something which has to exist; `without` leaves out
 *  fields for which no good value is known. */
export function goodBody(
  operation: ListedOperation,
  known: Readonly<Record<string, unknown>>,
  without: readonly string[] = [],
): Record<string, unknown> | undefined {
  if (!operation.body?.properties) return undefined;
  const fields = Object.entries(operation.body.properties).filter(([name]) => !without.includes(name));
  return Object.fromEntries(
    fields.map(([name, schema]) => [
      name,
      known[name] ?? (isEmail(schema) ? sample(schema) : (operation.example[name] ?? sample(schema))),
    ]),
  );
}

function isEmail(schema: Schema): boolean {
  return schema.format === 'email';
}

function sample(schema: Schema, depth = 0): unknown {
  if (depth > DEPTH_MAX) return null;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sample(schema.anyOf[0]!, depth + 1);
  const type = [schema.type ?? 'object'].flat()[0] ?? 'null';
  switch (type) {
    case 'string':
      return sampleText(schema);
    case 'number':
    case 'integer':
      return schema.minimum ?? Math.floor(schema.exclusiveMinimum ?? 0) + 1;
    case 'boolean':
      return false;
    case 'array':
      return schema.items ? [sample(schema.items, depth + 1)] : [];
    case 'object': {
      const properties = Object.entries(schema.properties ?? {});
      return Object.fromEntries(properties.map(([name, inner]) => [name, sample(inner, depth + 1)]));
    }
    default:
      return null;
  }
}

function sampleText(schema: Schema): string {
  if (isEmail(schema)) return `${crypto.randomUUID()}@example.com`;
  if (schema.format === 'uuid') return NOBODY;
  if (schema.format === 'date-time') return '2026-01-01T00:00:00Z';
  if (schema.format === 'uri') return 'https://shop.example/a';
  const pattern = new RegExp(schema.pattern ?? '', 'u');
  return TEXTS.find((text) => pattern.test(text) && text.length >= (schema.minLength ?? 0)) ?? 'text';
}

/** Every name of a field, at any depth, and of a parameter that the operations know. */
export function namesOf(operations: readonly ListedOperation[]): { fields: string[]; parameters: string[] } {
  const fields = operations.flatMap(({ body }) => (body ? fieldsOf(body) : []));
  const parameters = operations.flatMap(({ query }) => query);
  return { fields: [...new Set(fields)], parameters: [...new Set(parameters)] };
}

function fieldsOf(schema: Schema, depth = 0): string[] {
  if (depth > DEPTH_MAX) return [];
  const own = Object.entries(schema.properties ?? {});
  const items = schema.items ? fieldsOf(schema.items, depth + 1) : [];
  return [...own.flatMap(([name, inner]) => [name, ...fieldsOf(inner, depth + 1)]), ...items];
}
