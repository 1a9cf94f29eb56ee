/** The parts of OpenAPI 3.1 that the published document is made of. */

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
interface JsonObject {
  readonly [name: string]: JsonValue;
}

/** A JSON Schema in the standard vocabulary, 2020-12. */
export interface JsonSchema {
  $ref?: string;
  type?: string | readonly string[];
  title?: string;
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  enum?: readonly JsonValue[];
  const?: JsonValue;
  format?: string;
  pattern?: string;
  default?: JsonValue;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  multipleOf?: number;
  minItems?: number;
  maxItems?: number;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description: string;
  schema: JsonSchema;
  example?: JsonValue;
}

export interface MediaType {
  schema: JsonSchema;
  example?: JsonValue;
  examples?: Record<string, { summary: string; value: JsonValue }>;
}

export interface ResponseObject {
  description: string;
  headers?: Record<string, { description: string; schema: JsonSchema }>;
  content?: Record<string, MediaType>;
  /** What `code` may be in this answer. No enum of the schema: generated types would then break at a code that a later
   *  release adds, and one beside `string` makes a wrapper of it in several languages. */
  'x-codes'?: readonly string[];
}

/** How often an operation may be called. */
export interface BudgetObject {
  calls: number;
  per_seconds: number;
  counted_by: 'credential' | 'source address';
}

export interface OperationObject {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description?: string;
  security?: readonly Record<string, readonly string[]>[];
  parameters?: readonly Parameter[];
  requestBody?: { required: boolean; description?: string; content: Record<string, MediaType> };
  responses: Record<string, ResponseObject>;
  'x-budget'?: BudgetObject;
  'x-permission'?: string;
}

export type PathItem = Record<string, OperationObject>;

export interface SecurityScheme {
  type: 'http';
  scheme: 'bearer';
  description: string;
}

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: {
    title: string;
    version: string;
    summary: string;
    description: string;
    contact: { name: string; url: string };
    license: { name: string; identifier: string };
  };
  jsonSchemaDialect: string;
  servers: readonly { url: string; description: string }[];
  tags: readonly { name: string; description: string }[];
  paths: Record<string, PathItem>;
  webhooks: Record<string, PathItem>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, SecurityScheme> };
}

export const JSON_TYPE = 'application/json';
export const FORM_TYPE = 'application/x-www-form-urlencoded';
export const CSV_TYPE = 'text/csv';

/** The schema that a `$ref` of this document names, or the schema itself. */
export function resolved(document: Pick<OpenApiDocument, 'components'>, schema: JsonSchema): JsonSchema {
  const name = componentOf(schema);
  return name === null ? schema : (document.components.schemas[name] ?? {});
}

/** The component that a schema refers to, or null. */
export function componentOf(schema: JsonSchema): string | null {
  return schema.$ref?.replace('#/components/schemas/', '') ?? null;
}
