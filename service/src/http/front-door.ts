import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { REQUEST_ID_HEADER } from '../../../wire/problem.ts';
import { Refusal, type RefusalName } from '../refusals.ts';
import { prefersHtml } from './accepts.ts';
import { countLines } from './header-lines.ts';
import { answerProblem } from './problem.ts';
import { withoutSlashes } from './without-slashes.ts';

// The one thing that HTTP lets a request expect.
const CONTINUE = '100-continue';
// A path, or a whole address as it is told to a proxy. The router takes any first letter for the slash of a path.
const NAMES_PATH = /^(?:\/|https?:\/\/)/i;
// What such an address has before its path.
const ORIGIN = /^https?:\/\/[^/?]*/i;
// What programs ask, whatever they say that they take.
const OF_PROGRAMS = /^\/api(?:\/|$)/;

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

interface Served {
  methods: string[];
  pattern: RegExp;
}

/** Answers a person whose address leads nowhere. `way` is the page that it names but for the slashes at its end, if there is one. */
export type ShowNothingHere = (
  request: FastifyRequest,
  reply: FastifyReply,
  way: string | null,
) => FastifyReply;

interface Door {
  served: Served[];
  log: Logger;
  showNothingHere: ShowNothingHere;
}

type AnswerNothing = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** What holds for every request before anything of it is read beyond its head: its answer names it and is neither kept nor
 *  sniffed, it names one host and expects nothing unknown, and what leads nowhere is answered without its body. */
export function guardFrontDoor(
  app: FastifyInstance,
  { log, showNothingHere }: Omit<Door, 'served'>,
): AnswerNothing {
  const served: Served[] = [];
  const door: Door = { served, log, showNothingHere };
  app.addHook('onRoute', ({ method, url }) => {
    served.push({
      methods: [method].flat(),
      pattern: new RegExp(`^${url.replaceAll('.', '\\.').replace(/:[a-z_]+/gi, '[^/]+')}$`),
    });
  });
  // Without a promise: it stands before every answer.
  app.addHook('onRequest', (request, reply, done) => {
    markAnswer(request, reply);
    const refusal = refusalOf(request);
    if (refusal) answerAsLast(refusal, { request, reply, log });
    else if (!NAMES_PATH.test(request.url)) answerNothingHere(door, request, reply);
    else if (request.is404) answerNoRoute(door, request, reply);
    else done();
  });
  const nothingHere: AnswerNothing = (request, reply) => answerNothingHere(door, request, reply);
  // A route whose path names nothing leads nowhere either.
  app.setNotFoundHandler(nothingHere);
  return nothingHere;
}

// What follows may be read otherwise by whoever stands between: nothing more of this connection is taken.
function answerAsLast(refusal: RefusalName, answer: Parameters<typeof answerProblem>[1]): void {
  void answer.reply.header('connection', 'close');
  answerProblem(new Refusal(refusal), answer);
}

/** Has an answer say which line of the log is about it, and be neither kept nor sniffed. */
export function markAnswer(request: FastifyRequest, reply: FastifyReply): void {
  void reply
    .header(REQUEST_ID_HEADER, request.id)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff');
}

function refusalOf({ raw, headers }: FastifyRequest): RefusalName | null {
  const hosts = countLines(raw, 'host');
  // Who stands between may have believed the other one.
  if (hosts > 1) return 'host_ambiguous';
  if (raw.httpVersion !== '1.1') return null;
  if (hosts === 0) return 'host_missing';
  return (headers.expect ?? CONTINUE).toLowerCase() === CONTINUE ? null : 'expectation_unknown';
}

// The words of a 404 are always the same; where the paths are told stands beside them.
const REFERENCE = '</docs>; rel="service-doc", </openapi.json>; rel="service-desc"';

function answerNothingHere(door: Door, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { log, served, showNothingHere } = door;
  const path = pathOf(request);
  if (isOfPerson(request, path)) {
    const meant = withoutSlashes(path);
    const isThere = meant !== path && methodsOf(served, meant).includes('GET');
    return showNothingHere(request, reply, isThere ? meant : null);
  }
  return answerProblem(new Refusal('route_not_found', { headers: { link: REFERENCE } }), {
    request,
    reply,
    log,
  });
}

function isOfPerson({ method, headers }: FastifyRequest, path: string): boolean {
  return READS.has(method) && !OF_PROGRAMS.test(path) && prefersHtml(headers.accept);
}

function answerNoRoute(door: Door, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const methods = methodsOf(door.served, pathOf(request));
  if (methods.length === 0) return answerNothingHere(door, request, reply);
  const allow = [...new Set(methods)].sort().join(', ');
  return answerProblem(new Refusal('method_not_allowed', { headers: { allow } }), {
    request,
    reply,
    log: door.log,
  });
}

function methodsOf(served: readonly Served[], path: string): string[] {
  return served.filter(({ pattern }) => pattern.test(path)).flatMap((row) => row.methods);
}

function pathOf({ url }: FastifyRequest): string {
  return url.replace(ORIGIN, '').split('?')[0]!;
}
