import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Machine } from '../machine.ts';
import type * as answersModule from './answers.ts';
import type { Rooms } from './rooms.ts';
import type { Control, Visit } from './visit.ts';

const UPLOAD_BYTES_MAX = 256 * 1_048_576;

type Answers = typeof answersModule;
type Inspector = answersModule.Inspector;
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Serves the inspector: what the sandbox holds, and forms for all that its control interface can do. */
export function serveInspector(
  app: FastifyInstance,
  machine: Machine,
  readRooms: () => Promise<readonly Rooms[]>,
): void {
  const visitOf = visits(app, machine);
  let inspector: Promise<Inspector> | null = null;
  // Its many parts are read when the first page is asked for: a sandbox of a test never needs them.
  const by =
    (choose: (answers: Answers) => Answers['answerPlace']): Handler =>
    async (request, reply) => {
      const answers = await import('./answers.ts');
      inspector ??= readRooms().then(answers.inspectorOf);
      return choose(answers)(visitOf(request), { inspector: await inspector, request, reply });
    };
  const bodyLimit = UPLOAD_BYTES_MAX;
  app.get(
    '/',
    by(({ answerOverview }) => answerOverview),
  );
  app.get(
    '/inspector/requests/after',
    by(({ answerNewRequests }) => answerNewRequests),
  );
  app.get(
    '/inspector/:view',
    by(({ answerPlace }) => answerPlace),
  );
  app.get(
    '/inspector/:view/:id',
    by(({ answerEntry }) => answerEntry),
  );
  app.post(
    '/inspector/do/:act',
    by(({ answerForm }) => answerForm),
  );
  app.post(
    '/inspector/resend',
    by(({ answerResend }) => answerResend),
  );
  app.post(
    '/inspector/restore',
    { bodyLimit },
    by(({ answerRestore }) => answerRestore),
  );
}

function visits(app: FastifyInstance, machine: Machine): (request: FastifyRequest) => Visit {
  const control = controlOf(app);
  return (request) => ({
    machine,
    here: request.url,
    query: new URLSearchParams(request.url.split('?')[1] ?? ''),
    now: machine.world.clock.now(),
    control,
  });
}

/** Calls the control interface within this process, through the same checks as any caller. */
function controlOf(app: FastifyInstance): Control {
  return async (method, path, body) => {
    const answer = await app.inject({
      method: method as 'POST',
      url: `/_control${path}`,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) }),
    });
    return { status: answer.statusCode, body: parsed(answer.body) };
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
