import type { JsonSchema } from '../../service/src/contract/openapi.ts';

interface Printing {
  /** What is sent: a field that may be left out may be sent as undefined, which JSON leaves out. */
  isSent: boolean;
}

/** A schema of the published contract as a TypeScript type. */
export function typeOf(schema: JsonSchema, how: Printing): string {
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return schema.anyOf.map((one) => typeOf(one, how)).join(' | ');
  const kinds = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return kinds.length === 0 ? 'unknown' : kinds.map((kind) => typeOfKind(kind, schema, how)).join(' | ');
}

function typeOfKind(kind: string, schema: JsonSchema, how: Printing): string {
  switch (kind) {
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `(${typeOf(schema.items ?? {}, how)})[]`;
    case 'object':
      return objectOf(schema, how);
    default:
      return kind;
  }
}

function objectOf(schema: JsonSchema, how: Printing): string {
  const { properties, additionalProperties } = schema;
  if (!properties || Object.keys(properties).length === 0) {
    const value = typeof additionalProperties === 'object' ? typeOf(additionalProperties, how) : 'unknown';
    return `Record<string, ${value}>`;
  }
  return `{\n${fieldsOf(schema, how)}\n}`;
}

/** The fields of an object, each with what it means. */
export function fieldsOf({ properties = {}, required = [] }: JsonSchema, how: Printing): string {
  return Object.entries(properties)
    .map(([name, field]) => {
      const isOptional = !required.includes(name);
      const type = `${typeOf(field, how)}${isOptional && how.isSent ? ' | undefined' : ''}`;
      return `${commentOf(field.description)}${name}${isOptional ? '?' : ''}: ${type};`;
    })
    .join('\n');
}

/** A text as a comment in front of what it is about; nothing for no text. */
export function commentOf(text: string | undefined): string {
  return text ? `/** ${text.replaceAll('*/', '*\\/')} */\n` : '';
}
