import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import type { TSchema } from 'typebox';
import { ActRefusal, PartyError, unprocessable } from '../refusal.ts';
import { statusOfFailure } from '../http/failure.ts';
import { parseJson } from '../http/json.ts';
import { isFromAnotherSite, requireOwnHost } from '../http/own-page.ts';
import type { World } from '../world.ts';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 500;
const DETAILS_MAX = 5;

/** What a control call was made with; the body has passed its schema. */
export interface ControlCall {
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
}

export interface ControlRoute {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Below `/_control`. */
  path: string;
  summary: string;
  /** What each name in the path stands for. */
  params?: Readonly<Record<string, string>>;
  body?: TSchema;
  /** Answers one page of many, as `limit` and `offset` ask. */
  paged?: boolean;
  /** Query parameters beside these two, with what each does. */
  filters?: Readonly<Record<string, string>>;
  status?: number;
  bodyLimit?: number;
  handle: (call: ControlCall) => Promise<unknown>;
}

/** Serves control calls: JSON in and out, refusals as `{detail}`. */
export function serveControl(app: FastifyInstance, world: World, routes: readonly ControlRoute[]): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    const source = text.toString();
    if (source.trim() === '') return done(null, undefined);
    const value = parseJson(source);
    if (value !== undefined) return done(null, value);
    return done(new ActRefusal(422, 'The body is not valid JSON'), undefined);
  });
  // A call without a body needs no leave of the browser, so a foreign page is refused by name.
  app.addHook('onRequest', async (request) => {
    if (isFromAnotherSite(request)) throw new ActRefusal(403, 'Another site may not control the sandbox');
    if (request.headers.origin !== undefined) requireOwnHost(world, request);
  });
  // A body that may be empty may as well be absent.
  app.addHook('preValidation', async (request) => {
    request.body ??= {};
  });
  app.setErrorHandler<FastifyError>((error, _request, reply) => answerError(error, reply));
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ detail: 'Not found' }));
  for (const route of routes) {
    app.route({
      method: route.method,
      url: route.path,
      ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
      schema: route.body === undefined || route.method === 'GET' ? {} : { body: route.body },
      handler: async (request, reply) => {
        const query = request.query as Record<string, unknown>;
        refuseUnknownQuery(route, query);
        const answer = await route.handle({
          params: request.params as Record<string, string>,
          query,
          body: request.body as Record<string, unknown>,
        });
        return reply.code(route.status ?? 200).send(answer);
      },
    });
  }
}

/** The page a list call asks for. */
export function pageOf(query: Record<string, unknown>): { limit: number; offset: number } {
  return {
    limit: wholeNumber(query['limit'], 'limit', { fallback: LIMIT_DEFAULT, min: 1, max: LIMIT_MAX }),
    offset: wholeNumber(query['offset'], 'offset', { fallback: 0, min: 0, max: 1_000_000_000 }),
  };
}

function refuseUnknownQuery(route: ControlRoute, query: Record<string, unknown>): void {
  const known = [...(route.paged ? ['limit', 'offset'] : []), ...Object.keys(route.filters ?? {})];
  const unknown = Object.keys(query).find((name) => !known.includes(name));
  if (unknown !== undefined) unprocessable(`query: ${unknown} is not known`);
}

function wholeNumber(
  value: unknown,
  name: string,
  rule: { fallback: number; min: number; max: number },
): number {
  if (value === undefined) return rule.fallback;
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : NaN;
  if (number >= rule.min && number <= rule.max) return number;
  return unprocessable(`query: ${name} must be a whole number from ${rule.min} to ${rule.max}`);
}

function answerError(error: Error & Partial<FastifyError>, reply: FastifyReply): FastifyReply {
  if (error instanceof ActRefusal) return reply.code(error.status).send({ detail: error.message });
  if (error instanceof PartyError) return reply.code(409).send({ detail: error.told });
  if (error.validation) return reply.code(422).send({ detail: validationText(error.validation) });
  const status = statusOfFailure(error);
  if (status === 503) return reply.code(503).send({ detail: 'The database does not answer' });
  if (status >= 500) reply.log.error({ err: error }, 'control call failed');
  return reply.code(status).send({ detail: status >= 500 ? 'Internal error' : error.message });
}

function validationText(problems: NonNullable<FastifyError['validation']>): string {
  const sentences = problems.slice(0, DETAILS_MAX).map((problem) => {
    const where = problem.instancePath === '' ? 'body' : `body${problem.instancePath.replaceAll('/', '.')}`;
    const extra = problem.params['additionalProperty'];
    if (typeof extra === 'string') return `${where}: ${extra} is not known`;
    const allowed = problem.params['allowedValues'];
    const choices = Array.isArray(allowed) ? ` (${allowed.join(', ')})` : '';
    return `${where}: ${problem.message ?? 'is not valid'}${choices}`;
  });
  return sentences.join('; ');
}
