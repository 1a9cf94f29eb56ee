import { TAGS, type Tag } from '../../../wire/tags.ts';
import { type Operation, type OperationId, operationsOf, type Row, rowOf } from '../http/operations.ts';
import { answersOf } from './answers.ts';
import { COMPONENT_NAMES } from './component-names.ts';
import { fieldNote, parameterNote } from './field-notes.ts';
import { type Publisher, publisher } from './json-schema.ts';
import {
  FORM_TYPE,
  JSON_TYPE,
  type JsonSchema,
  type JsonValue,
  type OpenApiDocument,
  type OperationObject,
  type Parameter,
  type PathItem,
} from './openapi.ts';
import { RECORDED } from './examples/recorded.ts';
import { type Sampler, sampler } from './examples/samples.ts';
import { securityOf, securitySchemes } from './security.ts';
import { webhooksOf } from './webhook-events.ts';

const IDEMPOTENCY_KEY_MAX = 128;
const BUDGET_SECONDS = 60;

const ABOUT =
  'A channel provisions merchants, connects each to a wallet provider, sells through checkout sessions, ' +
  'captures and refunds, and hears about everything through signed webhooks. Requests and answers are ' +
  'JSON; a field that is not listed is refused with 422. Times are ISO 8601 in UTC.';

interface Published {
  base_url: string;
  environment: 'test' | 'live';
  version: string;
}

/** The OpenAPI 3.1 document of this deployment, made from the rows that admit and the schemas that validate.
 *  */
export function documentOf(published: Published): OpenApiDocument {
  const { base_url, environment, version } = published;
  const made = publisher({ names: COMPONENT_NAMES, noteOf: fieldNote });
  const parts: Parts = { publisher: made, sampler: sampler(made.components) };
  const paths: Record<string, PathItem> = {};
  const ids = operationsOf(environment);
  for (const id of ids) {
    const operation = rowOf(id);
    const path = operation.path.replace(/:([a-z_]+)/g, '{$1}');
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: operationOf(id, operation, parts) };
  }
  const { webhooks, schemas } = webhooksOf();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fairway',
      version,
      summary: 'Channel payments',
      description: ABOUT,
      contact: { name: 'Whoever runs this deployment', url: base_url },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: base_url, description: `This deployment, ${environment}.` }],
    tags: tagsOf(ids.map(rowOf)),
    paths,
    webhooks,
    components: {
      schemas: { ...made.components(), ...schemas },
      securitySchemes: securitySchemes(ids.map(rowOf)),
    },
  };
}

interface Parts {
  publisher: Publisher;
  sampler: Sampler;
}

function operationOf(id: OperationId, operation: Row, parts: Parts): OperationObject {
  const parameters = parametersOf(id, operation, parts);
  const isByCredential = operation.accepts.length > 0;
  return {
    operationId: id,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.notes,
    security: securityOf(operation),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...bodyOf(id, operation, parts),
    responses: answersOf(operation, { ...parts, recorded: RECORDED[id] ?? {} }),
    'x-budget': {
      calls: operation.budget,
      per_seconds: BUDGET_SECONDS,
      counted_by: isByCredential ? 'credential' : 'source address',
    },
    ...(operation.permission === undefined ? {} : { 'x-permission': operation.permission }),
  };
}

function parametersOf(id: OperationId, operation: Operation, parts: Parts): Parameter[] {
  const { accepts } = operation;
  const needsMerchant = accepts.includes('channel_merchant');
  return [
    ...fieldsAsParameters(id, 'path', operation.params, parts),
    ...fieldsAsParameters(id, 'query', operation.query, parts),
    ...(needsMerchant ? [merchantHeader(accepts.length === 1)] : []),
    ...(operation.takes_idempotency_key ? [IDEMPOTENCY_KEY] : []),
  ];
}

interface Fields {
  properties: Record<string, object>;
  required?: readonly string[];
}

function fieldsAsParameters(
  id: OperationId,
  place: 'path' | 'query',
  schema: object | undefined,
  parts: Parts,
): Parameter[] {
  if (!schema) return [];
  const { properties, required = [] } = schema as Fields;
  return Object.entries(properties).map(([name, field]) => {
    const published = parts.publisher.publish(field);
    const example = parts.sampler.sampleOf({ type: 'object', properties: { [name]: published } });
    const isPath = place === 'path';
    return {
      name,
      in: place,
      required: isPath || required.includes(name),
      description: parameterNote(rowOf(id), name),
      schema: published,
      ...(isPath
        ? { example: RECORDED[id]?.params?.[name] ?? (example as Record<string, string>)[name]! }
        : {}),
    };
  });
}

function merchantHeader(isRequired: boolean): Parameter {
  const schema: JsonSchema = { type: 'string', format: 'uuid' };
  const description = isRequired
    ? 'The merchant to act for, one of the calling channel.'
    : 'The merchant to act for, with a channel key. A credential of the merchant itself does not need it.';
  return { name: 'X-Merchant-Id', in: 'header', required: isRequired, description, schema };
}

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Makes a repeated call answer what the first one did, instead of doing it twice.',
  schema: { type: 'string', minLength: 1, maxLength: IDEMPOTENCY_KEY_MAX },
};

function bodyOf(id: OperationId, operation: Operation, parts: Parts): Pick<OperationObject, 'requestBody'> {
  if (operation.raw) {
    const schema: JsonSchema = { type: 'object', description: "The provider's own notice." };
    const type = operation.takes_form ? FORM_TYPE : JSON_TYPE;
    return { requestBody: { required: true, content: { [type]: { schema } } } };
  }
  if (!operation.body) return {};
  const schema = parts.publisher.publish(operation.body);
  const given = operation.example as JsonValue | undefined;
  const example = RECORDED[id]?.request ?? given ?? parts.sampler.sampleOf(schema);
  const required = !('body_when_absent' in operation);
  return { requestBody: { required, content: { [JSON_TYPE]: { schema, example } } } };
}

function tagsOf(operations: readonly Operation[]): { name: string; description: string }[] {
  const names: Tag[] = [...new Set(operations.map((operation) => operation.tag)), 'Webhooks'];
  return names.map((name) => ({ name, description: TAGS[name] }));
}
