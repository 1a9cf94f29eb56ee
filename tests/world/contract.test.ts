import { describe, expect, it } from 'vitest';
import { checkBy } from './contract.ts';

const answer = (properties: object, examples?: Record<string, { value: { detail: string } }>) => ({
  content: {
    'application/json': {
      schema: { type: 'object', required: Object.keys(properties), properties, additionalProperties: false },
      ...(examples ? { examples } : {}),
    },
  },
});

const check = checkBy({
  paths: {
    '/api/things/{thing_id}': {
      get: {
        operationId: 'things.read',
        responses: {
          200: answer({ name: { $ref: '#/components/schemas/Name' } }),
          404: answer({ detail: { type: 'string' } }, { thing_not_found: { value: { detail: 'No thing' } } }),
          409: {
            ...answer({ detail: { type: 'string' }, code: { type: 'string' } }),
            'x-codes': ['thing_taken'],
          },
        },
      },
    },
    '/api/things/all': {
      get: { operationId: 'things.list', responses: { 200: { content: {} } } },
    },
  },
  components: { schemas: { Name: { type: 'string', maxLength: 3 } } },
});

const read = (status: number, body: unknown) => () =>
  check({ method: 'GET', path: '/api/things/7?x=1', status, body });

describe('the check of an answer', () => {
  it('lets pass what is declared', () => {
    expect(read(200, { name: 'abc' })).not.toThrow();
    expect(read(404, { detail: 'No thing' })).not.toThrow();
  });

  it('names operation, status and difference when the body is another', () => {
    expect(read(200, { name: 'abcd' })).toThrow(
      /things\.read 200 does not answer as published[^]*body\/name must NOT have more than 3/,
    );
    expect(read(200, { name: 'abc', more: 1 })).toThrow(/must NOT have additional properties/);
  });

  it('refuses a status that is not declared', () => {
    expect(read(418, {})).toThrow(/things\.read 418[^]*the status is not declared/);
  });

  it('refuses a refusal whose words are not declared', () => {
    expect(read(404, { detail: 'Gone' })).toThrow(/the refusal "Gone" is not declared/);
  });

  it('refuses a code that the answer does not name', () => {
    expect(read(409, { detail: 'Taken', code: 'thing_taken' })).not.toThrow();
    expect(read(409, { detail: 'Lost', code: 'thing_lost' })).toThrow(
      /the code "thing_lost" is not declared/,
    );
  });

  it('takes a path written out before one with a variable', () => {
    const all = () => check({ method: 'GET', path: '/api/things/all', status: 200, body: [] });
    expect(all).not.toThrow();
  });

  it('leaves alone what is no operation', () => {
    const unknown = () => check({ method: 'GET', path: '/api/nothing', status: 404, body: null });
    const otherMethod = () => check({ method: 'PUT', path: '/api/things/7', status: 405, body: null });
    expect(unknown).not.toThrow();
    expect(otherMethod).not.toThrow();
  });
});
