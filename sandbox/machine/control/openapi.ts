import type { ControlRoute } from './route.ts';

const REFUSAL = {
  type: 'object',
  required: ['detail'],
  properties: { detail: { type: 'string' } },
};

/** What every list answers. */
const PAGE = {
  type: 'object',
  required: ['items', 'total', 'limit', 'offset'],
  properties: {
    items: { type: 'array', items: { type: 'object' } },
    total: { type: 'integer' },
    limit: { type: 'integer' },
    offset: { type: 'integer' },
  },
};

/** The OpenAPI 3.1 document of the control interface, made of its own table of routes. */
export function controlDocument(routes: readonly ControlRoute[], base: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sandbox control',
      version: '1.0.0',
      description: "Everything the sandbox's pages can do, and what only tests need.",
    },
    servers: [{ url: `${base}/_control` }],
    paths,
    components: { schemas: { Refusal: REFUSAL } },
  };
}

function operationOf(route: ControlRoute): object {
  const refusal = (description: string): object => ({
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
  });
  return {
    summary: route.summary,
    operationId: `${route.method.toLowerCase()}${camelCase(route.path)}`,
    parameters: [
      ...pathParameters(route),
      ...Object.entries(route.filters ?? {}).map(([name, description]) => ({
        ...{ name, in: 'query', description },
        schema: { type: 'string' },
      })),
      ...(route.paged ? pageParameters() : []),
    ],
    ...(route.body === undefined
      ? {}
      : { requestBody: { required: hasRequired(route.body), content: contentOf(route.body) } }),
    responses: {
      [String(route.status ?? 200)]: {
        description: 'Done',
        content: {
          'application/json': { schema: route.paged ? PAGE : { type: 'object' } },
        },
      },
      403: refusal('A page of another site asked'),
      404: refusal('Unknown id'),
      409: refusal('The present state does not allow it'),
      422: refusal('The request makes no sense'),
    },
  };
}

function contentOf(schema: object): object {
  return { 'application/json': { schema } };
}

function hasRequired(schema: object): boolean {
  return 'required' in schema && Array.isArray(schema.required) && schema.required.length > 0;
}

function camelCase(path: string): string {
  return path.replaceAll(/[/:._-]+(\w)/g, (_all, letter: string) => letter.toUpperCase());
}

function pathParameters(route: ControlRoute): object[] {
  return [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    description: route.params?.[name!],
    required: true,
    schema: { type: 'string' },
  }));
}

function pageParameters(): object[] {
  return [
    {
      ...{ name: 'limit', in: 'query', description: 'How many rows the answer holds at most' },
      schema: { type: 'integer', default: 50, minimum: 1, maximum: 500 },
    },
    {
      ...{ name: 'offset', in: 'query', description: 'How many rows are passed over first' },
      schema: { type: 'integer', default: 0, minimum: 0 },
    },
  ];
}
