import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../context.ts';
import type { OperationId } from '../../http/operations.ts';
import type { ScriptName } from './assets.ts';
import type { Html } from '../../../../markup/html.ts';
import type { Paths } from './paths.ts';

/** What a group of pages is given to be shown with. */
export interface Pages {
  ctx: Ctx;
  paths: Paths;
  admit: (request: FastifyRequest, operation: OperationId) => Promise<void>;
  send: (reply: FastifyReply, page: { title: string; body: Html; script?: ScriptName }) => FastifyReply;
}
