import { startWorld } from '../world/world.ts';

// The operations of the service as its served document lists them. What is generated from here covers a new
// operation the moment it is in the document; one that cannot be classified stops whoever reads it.

export type Credential = 'channel' | 'channel_merchant' | 'merchant' | 'dashboard' | 'operator' | 'owner';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
}

interface PathParameter {
  name: string;
  schema: Schema;
  /** An id of the right form that nothing has. */
  example: string;
}

export interface ListedOperation {
  id: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';
  /** With `{name}` for each parameter. */
  path: string;
  accepts: readonly Credential[];
  /** Who decides: anybody, the operator's token, an owner's session, or a key's record. */
  family: 'public' | 'operator' | 'owner' | 'keyed';
  permission: string | null;
  /** Calls per minute. */
  budget: number;
  parameters: readonly PathParameter[];
  query: readonly string[];
  /** Null: the operation takes no body. References are resolved. */
  body: Schema | null;
  example: Record<string, unknown>;
}

const SCHEMES: Readonly<Record<string, Credential>> = {
  channelKey: 'channel',
  channelKeyWithMerchant: 'channel_merchant',
  merchantKey: 'merchant',
  dashboardToken: 'dashboard',
  operatorToken: 'operator',
  ownerSession: 'owner',
};
const METHODS = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT'];
const WINDOW_SECONDS = 60;
const SCHEMA_DEPTH_MAX = 20;

interface Parameter {
  name: string;
  in: string;
  schema: Schema;
  example?: unknown;
}

interface Listed {
  operationId: string;
  security?: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
  'x-budget'?: { calls: number; per_seconds: number; counted_by: string };
  'x-permission'?: string;
}

interface Document {
  paths: Record<string, Record<string, Listed>>;
  components: { schemas: Record<string, Schema> };
}

/** The operations that a deployment's document lists. Throws with a sentence for one that cannot be classified. */
export async function readOperations(baseUrl: string): Promise<ListedOperation[]> {
  const answer = await fetch(`${baseUrl}/openapi.json`);
  if (answer.status !== 200) throw new Error(`GET /openapi.json answered ${answer.status}`);
  return operationsOf((await answer.json()) as Document);
}

/** The same from a deployment that is started for it alone. */
export async function readOwnOperations(): Promise<ListedOperation[]> {
  const world = await startWorld({ worker: false });
  try {
    return await readOperations(world.base_url);
  } finally {
    await world.close();
  }
}

function operationsOf(document: Document): ListedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, listed]) => operationOf({ path, method, listed, document })),
  );
}

function operationOf(of: {
  path: string;
  method: string;
  listed: Listed;
  document: Document;
}): ListedOperation {
  const { path, listed, document } = of;
  const fail = (what: string) => new Error(`${listed.operationId} cannot be classified: ${what}`);
  const method = of.method.toUpperCase() as ListedOperation['method'];
  if (!METHODS.includes(method)) throw fail(`the method ${method} is not known`);
  const parameters = (listed.parameters ?? []).filter((parameter) => parameter.in === 'path');
  const media = listed.requestBody?.content['application/json'];
  // A form has no schema to be tried by.
  const isForm = listed.requestBody?.content['application/x-www-form-urlencoded'] !== undefined;
  if (listed.requestBody && !media && !isForm) throw fail('its body is neither JSON nor a form');
  const accepts = acceptsOf(listed, fail);
  return {
    id: listed.operationId,
    method,
    path,
    accepts,
    family: familyOf(accepts, fail),
    permission: listed['x-permission'] ?? null,
    budget: budgetOf(listed, accepts, fail),
    parameters: parameters.map(({ name, schema, example }) => {
      if (typeof example !== 'string') throw fail(`its path parameter ${name} has no example`);
      return { name, schema, example };
    }),
    query: (listed.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name),
    body: media ? resolve(media.schema, document) : null,
    example: (media?.example ?? {}) as Record<string, unknown>,
  };
}

type Fail = (what: string) => Error;

function acceptsOf(listed: Listed, fail: Fail): Credential[] {
  if (!listed.security) throw fail('it does not say who may call it');
  return listed.security.map((alternative) => {
    const [scheme = '', ...more] = Object.keys(alternative);
    const credential = SCHEMES[scheme];
    if (!credential || more.length > 0)
      throw fail(`its security ${JSON.stringify(alternative)} is not known`);
    return credential;
  });
}

function familyOf(accepts: readonly Credential[], fail: Fail): ListedOperation['family'] {
  if (accepts.length === 0) return 'public';
  const is = (...some: Credential[]) => accepts.every((one) => some.includes(one));
  if (is('operator')) return 'operator';
  if (is('owner')) return 'owner';
  const isByKey = accepts.includes('merchant') || accepts.includes('channel_merchant');
  if (is('channel') || (isByKey && is('dashboard', 'merchant', 'channel_merchant'))) return 'keyed';
  throw fail(`there are no rules for ${accepts.join(' with ')}`);
}

function budgetOf(listed: Listed, accepts: readonly Credential[], fail: Fail): number {
  const budget = listed['x-budget'];
  if (budget?.per_seconds !== WINDOW_SECONDS) throw fail('it has no budget for a minute');
  const counted_by = accepts.length === 0 ? 'source address' : 'credential';
  if (budget.counted_by !== counted_by) throw fail(`its budget is counted by ${budget.counted_by}`);
  return budget.calls;
}

function resolve(schema: Schema, document: Document, depth = 0): Schema {
  if (depth > SCHEMA_DEPTH_MAX) return {};
  const inner = (one: Schema) => resolve(one, document, depth + 1);
  const target = schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)!]! : schema;
  if (schema.$ref) return inner(target);
  return {
    ...target,
    ...(target.items ? { items: inner(target.items) } : {}),
    ...(target.anyOf ? { anyOf: target.anyOf.map(inner) } : {}),
    ...(target.properties
      ? {
          properties: Object.fromEntries(
            Object.entries(target.properties).map(([name, property]) => [name, inner(property)]),
          ),
        }
      : {}),
  };
}

/** The path with an id in each place: the given one, else one that nothing has. */
export function pathOf(operation: ListedOperation, ids: Readonly<Record<string, string>> = {}): string {
  return operation.path.replace(/\{([a-z_]+)\}/g, (_all, name: string) => {
    const parameter = operation.parameters.find((one) => one.name === name);
    if (!parameter) throw new Error(`${operation.id} does not describe {${name}} of its path`);
    return encodeURIComponent(ids[name] ?? parameter.example);
  });
}
