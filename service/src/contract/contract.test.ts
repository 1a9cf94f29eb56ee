import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeChannel } from '../../../tests/world/actors.ts';
import { joinWorld, type World } from '../../../tests/world/world.ts';
import { EVENT_PAYLOAD_KEYS, EVENT_TYPES } from '../../../wire/events/registry.ts';
import { STATUSES_WITH_CODE } from '../../../wire/problem.ts';
import { SHAPES } from '../../../wire/published-shapes.ts';
import { type Operation, type OperationId, OPERATIONS } from '../http/operations.ts';
import { REFUSALS } from '../refusals.ts';
import { CODES } from './codes.ts';
import { isNamedShape } from './component-names.ts';
import { ALIKE, FIELD_NOTES } from './field-notes.ts';
import type { JsonSchema, OpenApiDocument, OperationObject } from './openapi.ts';

const IDS = Object.keys(OPERATIONS) as OperationId[];
const STANDARD_FORMATS = ['date-time', 'email', 'uri', 'uuid'];

let world: World;
let contract: OpenApiDocument;

beforeAll(async () => {
  world = await joinWorld();
  contract = (await world.call('GET', '/openapi.json')).body;
});

afterAll(async () => {
  await world.close();
});

function operationOf(id: OperationId): OperationObject {
  const operation: Operation = OPERATIONS[id];
  const path = operation.path.replace(/:([a-z_]+)/g, '{$1}');
  return contract.paths[path]![operation.method.toLowerCase()]!;
}

// What an operation is sent, as the document has it.
function bodyOf(id: OperationId): JsonSchema {
  const { schema } = operationOf(id).requestBody!.content['application/json']!;
  return contract.components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
}

function allOperations(): OperationObject[] {
  return [...Object.values(contract.paths), ...Object.values(contract.webhooks)].flatMap((item) =>
    Object.values(item),
  );
}

// Every object inside the document, with the path that leads to it.
function* nodesOf(value: unknown, at = ''): Generator<{ at: string; node: Record<string, unknown> }> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { at, node: value as Record<string, unknown> };
  for (const [name, inner] of Object.entries(value)) yield* nodesOf(inner, `${at}/${name}`);
}

describe('the published document', () => {
  it('holds by the official schema of OpenAPI 3.1, references included', async () => {
    const validator = new Validator();
    const text = structuredClone(contract) as unknown as Record<string, unknown>;
    const { valid, errors } = await validator.validate(text);
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
    expect(validator.version).toBe('3.1');
    expect(() => validator.resolveRefs()).not.toThrow();
  });

  it('has every operation of the table and no other, under its own name', () => {
    const published = Object.values(contract.paths).flatMap((item) => Object.values(item));
    expect(published.map((operation) => operation.operationId).toSorted()).toEqual(IDS.toSorted());
    for (const id of IDS) expect(operationOf(id).operationId).toBe(id);
  });

  it('speaks standard JSON Schema: no nullable, no word or format of our own', () => {
    const ajv = new Ajv2020({
      strict: true,
      strictTypes: false,
      strictRequired: false,
      allowUnionTypes: true,
    });
    for (const format of STANDARD_FORMATS) ajv.addFormat(format, true);
    for (const [name, schema] of Object.entries(contract.components.schemas)) {
      ajv.addSchema(schema, `#/components/schemas/${name}`);
    }
    for (const name of Object.keys(contract.components.schemas)) {
      expect(() => ajv.getSchema(`#/components/schemas/${name}`), name).not.toThrow();
    }
    const nullable = [...nodesOf(contract)].filter(({ node }) => 'nullable' in node).map(({ at }) => at);
    expect(nullable).toEqual([]);
  });

  it('names every component that it refers to, and uses every one that it names', () => {
    const referred = [...nodesOf(contract)].flatMap(({ node }) =>
      typeof node['$ref'] === 'string' ? [node['$ref'].replace('#/components/schemas/', '')] : [],
    );
    expect([...new Set(referred)].toSorted()).toEqual(Object.keys(contract.components.schemas).toSorted());
  });

  it('is read from anywhere, again without being sent again', async () => {
    const first = await fetch(`${world.base_url}/openapi.json`);
    expect(first.headers.get('access-control-allow-origin')).toBe('*');
    const headers = { 'if-none-match': first.headers.get('etag')! };
    expect((await fetch(`${world.base_url}/openapi.json`, { headers })).status).toBe(304);
  });

  it('explains no field that it does not have, and likens nothing that is not there', () => {
    const { schemas } = contract.components;
    const isThere = (path: string) => {
      const [component, ...fields] = path.split('.');
      const start: JsonSchema | undefined = schemas[component!];
      return fields.reduce((at, field) => (at?.items ?? at)?.properties?.[field], start) !== undefined;
    };
    expect(Object.keys(FIELD_NOTES).filter((path) => !isThere(path))).toEqual([]);
    expect(
      Object.entries(ALIKE)
        .flat()
        .filter((path) => !isThere(path)),
    ).toEqual([]);
  });

  it('explains every field, wherever it stands', () => {
    const fields = [...nodesOf(contract)].flatMap(({ at, node }) => {
      if (!at.endsWith('/properties') || /\/examples?\//.test(at)) return [];
      return Object.entries(node).map(([name, field]) => ({
        at: `${at}/${name}`,
        field: field as JsonSchema,
      }));
    });
    expect(fields.length).toBeGreaterThan(1_000);
    const bare = fields.filter(({ field }) => (field.description ?? '') === '');
    expect(bare.map(({ at }) => at)).toEqual([]);
  });

  it('names the fields of what stands in a list', () => {
    const bare = [...nodesOf(contract.components.schemas)].filter(
      ({ at, node }) => at.endsWith('/items') && JSON.stringify(node['properties']) === '{}',
    );
    expect(bare.map(({ at }) => at)).toEqual([]);
  });

  it('explains every parameter, and by more than the words of its name', () => {
    const said = allOperations().flatMap(({ parameters = [] }) => parameters);
    const bare = said.filter(({ name, description }) =>
      ['', `The ${name.replaceAll('_', ' ')}.`].includes(description),
    );
    expect(bare.map(({ name }) => name)).toEqual([]);
  });

  it('says of each text that may hold no number of a card that it may not, also behind words of its own', () => {
    const sent = IDS.flatMap((id) => {
      const { properties = {} } = ((OPERATIONS[id] as Operation).body ?? {}) as JsonSchema;
      const texts = Object.entries(properties).filter(([, { format }]) => format === 'prose');
      return texts.map(([name]) => ({ id, name, published: bodyOf(id).properties![name]! }));
    });
    expect(sent.length).toBeGreaterThan(20);
    const silent = sent.filter(({ published }) => !published.description?.includes('the number of a card'));
    expect(silent.map(({ id, name }) => `${id} ${name}`)).toEqual([]);
  });

  it('knows every file of the wire that holds shapes', async () => {
    const wire = new URL('../../../wire/', import.meta.url);
    const files = readdirSync(wire, { recursive: true, encoding: 'utf8' });
    const sources = files.filter((file) => /(?<!\.test)\.ts$/.test(file));
    const exported = await Promise.all(
      sources.map(async (file) => (await import(new URL(file, wire).href)) as object),
    );
    const holding = sources.filter((_, at) => Object.entries(exported[at]!).some(isNamedShape));
    expect(Object.keys(SHAPES).toSorted()).toEqual(holding.toSorted());
  });
});

describe('each operation', () => {
  it('says who may call it and how often', () => {
    for (const id of IDS) {
      const row: Operation = OPERATIONS[id];
      const { security, 'x-budget': budget } = operationOf(id);
      expect(security, id).toHaveLength(row.accepts.length);
      for (const one of security!) {
        for (const scheme of Object.keys(one))
          expect(contract.components.securitySchemes).toHaveProperty(scheme);
      }
      expect(budget?.calls, id).toBe(row.budget);
    }
  });

  it('declares the header of the merchant where a channel key needs it', () => {
    for (const id of IDS) {
      const row: Operation = OPERATIONS[id];
      const header = operationOf(id).parameters?.find(({ name }) => name === 'X-Merchant-Id');
      expect(header !== undefined, id).toBe(row.accepts.includes('channel_merchant'));
      if (header) expect(header.required, id).toBe(row.accepts.length === 1);
    }
  });

  it('is told about in words', () => {
    const untold = IDS.filter((id) => (operationOf(id).description ?? '') === '');
    expect(untold).toEqual([]);
    const plain = contract.tags.filter((tag) => tag.description === tag.name).map((tag) => tag.name);
    expect(plain).toEqual([]);
  });

  it('takes an Idempotency-Key where a repeated call could do something twice', () => {
    const taking = IDS.filter((id) =>
      operationOf(id).parameters?.some((parameter) => parameter.name === 'Idempotency-Key'),
    );
    expect(taking).toEqual(expect.arrayContaining(['sessions.create', 'captures.refund']));
  });

  it('declares what its credential, its fields and the transport can bring about', () => {
    for (const id of IDS) {
      const row: Operation = OPERATIONS[id];
      const expected = [422, 429, 500, 503];
      if (row.accepts.length > 0) expected.push(401);
      if (row.accepts.includes('channel_merchant')) expected.push(404);
      if (row.method !== 'GET') expected.push(413, 415);
      const statuses = Object.keys(operationOf(id).responses).map(Number);
      expect(statuses, id).toEqual(expect.arrayContaining(expected));
    }
  });

  it('has the words of each refusal as the catalogue has them', () => {
    const words = new Set(Object.values(REFUSALS).map(([status, detail]) => `${status} ${detail}`));
    for (const operation of allOperations()) {
      for (const [status, answer] of Object.entries(operation.responses)) {
        for (const [name, { value }] of Object.entries(
          answer.content?.['application/json']?.examples ?? {},
        )) {
          if (name === 'invalid_fields') continue;
          expect(words, `${operation.operationId} ${name}`).toContain(
            `${status} ${(value as { detail: string }).detail}`,
          );
        }
      }
    }
  });
});

describe('the codes of refusals', () => {
  it('are named by every answer that has one: those of its examples, and as a type they stay open', () => {
    for (const operation of allOperations()) {
      for (const [status, { content, 'x-codes': codes = [] }] of Object.entries(operation.responses)) {
        const examples = Object.values(content?.['application/json']?.examples ?? {});
        const shown = examples.map(({ value }) => (value as { code?: string }).code ?? null);
        const named = shown.filter((code) => code !== null);
        expect(codes, `${operation.operationId} ${status}`).toEqual(named);
      }
    }
    expect(contract.components.schemas['Detail']!.properties!['code']).toMatchObject({ type: 'string' });
    expect(contract.components.schemas['Detail']!.properties!['code']).not.toHaveProperty('enum');
  });

  it('are those of the catalogue whose status has one, each with what to do', () => {
    const due = Object.entries(REFUSALS).filter(([, [status]]) =>
      STATUSES_WITH_CODE.some((one) => one === status),
    );
    expect(CODES.map(({ code }) => code).toSorted()).toEqual(due.map(([name]) => name).toSorted());
    for (const { code, next } of CODES) expect(next, code).toMatch(/^[A-Z`].*\.$/);
  });

  it('tell apart what has the status that a capture answers', () => {
    const { responses } = operationOf('orders.capture');
    expect(responses['409']!['x-codes']).toContain('order_not_capturable');
    expect(responses['402']!['x-codes']).toEqual(['payment_declined']);
    expect(responses['404']).not.toHaveProperty('x-codes');
  });
});

describe('the webhooks', () => {
  it('are the vocabulary, each with the keys its object always has', () => {
    expect(Object.keys(contract.webhooks)).toEqual(EVENT_TYPES);
    for (const type of EVENT_TYPES) {
      const { schema } = contract.webhooks[type]!['post']!.requestBody!.content['application/json']!;
      const reference = schema.properties!['data']!.properties!['object']!.$ref!;
      const object = contract.components.schemas[reference.split('/').at(-1)!]!;
      expect([...object.required!].toSorted(), type).toEqual([...EVENT_PAYLOAD_KEYS[type]].toSorted());
      // Each field says what it means, and receivers take further ones as they come.
      for (const [key, field] of Object.entries(object.properties!)) {
        expect(field.description, `${type} ${key}`).toMatch(/.+/);
      }
      expect(object.additionalProperties, type).toBeUndefined();
    }
  });

  it('carry the signature and what it is checked with', () => {
    const names = contract.webhooks['payment.captured']!['post']!.parameters!.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'Service-Signature',
        'Service-Timestamp',
        'Service-Event-Id',
        'Service-Event-Type',
      ]),
    );
  });
});

describe('the examples', () => {
  it('are requests that the service takes', async () => {
    const channel = await makeChannel(world);
    const { content } = operationOf('merchants.create').requestBody!;
    const body = content['application/json']!.example;
    const made = await world.call('POST', '/api/channel/merchants', { key: channel.key, body });
    expect(made.status).toBe(201);
  });

  it('hold no value that nobody sees: none is an ellipsis, and ids are of their kind', () => {
    const shown = allOperations().flatMap((operation) => [...textsOf(operation)]);
    expect(shown.filter(({ text }) => text.includes('…'))).toEqual([]);
    const provider = shown.filter(({ at }) => /(?:capture_id|order_id)\/example$/.test(at));
    expect(provider.filter(({ text }) => text.includes('-') && !text.startsWith('order-'))).toEqual([]);
    const captures = Object.values(contract.paths['/api/payments/captures/{capture_id}/refund']!)[0]!;
    expect(captures.parameters!.find(({ name }) => name === 'capture_id')!.example).toMatch(/^[0-9A-Z]{17}$/);
  });

  it('blame no field that the operation lacks', () => {
    const blamed = IDS.map((id) => {
      const { responses, requestBody, parameters = [] } = operationOf(id);
      const { value } = responses['422']!.content!['application/json']!.examples!['invalid_fields']!;
      const [{ loc, type }] = (value as unknown as { detail: [{ loc: string[]; type: string }] }).detail;
      const schema = requestBody?.content['application/json']?.schema ?? {};
      const named = contract.components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
      const known = parameters.some(({ name, in: place }) => place === loc[0] && name === loc[1]);
      const isField = loc[0] === 'body' ? loc[1]! in (named.properties ?? {}) : known;
      return { id, loc, isRight: isField !== (type === 'extra_forbidden') };
    });
    expect(blamed.filter(({ isRight }) => !isRight)).toEqual([]);
  });

  it('of 422 are what the service answers', async () => {
    const { key } = await makeChannel(world);
    for (const [id, path] of [
      ['merchants.create', '/api/channel/merchants'],
      ['endpoints.create', '/api/channel/webhook-endpoints'],
    ] as const) {
      const refused = await world.call('POST', path, { key, body: {} });
      const { value } =
        operationOf(id).responses['422']!.content!['application/json']!.examples!['invalid_fields']!;
      expect(refused.body.detail, id).toContainEqual((value as unknown as { detail: object[] }).detail[0]);
    }
    const refused = await world.call('POST', '/api/channel/api-keys/-/revoke', { key });
    const { examples } = operationOf('keys.revoke').responses['422']!.content!['application/json']!;
    expect(refused.body).toEqual(examples!['invalid_fields']!.value);
  });
});

// Every text in the examples, with where it stands.
function* textsOf(value: unknown, at = ''): Generator<{ at: string; text: string }> {
  if (typeof value === 'string' && /\/(?:example|examples)\b/.test(at)) yield { at, text: value };
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) yield* textsOf(inner, `${at}/${name}`);
}
