import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { underFault } from '../../machine/faults/strike.ts';
import type { PpcpFault } from '../faults.ts';
import type { PartedBody, UploadedFile } from './multipart.ts';
import type { Account, Link } from '../shapes/shapes.ts';
import type { World } from '../shapes/world.ts';
import { readAssertion } from './assertion.ts';
import { problemOfFault } from './fault-problem.ts';
import { requireBearer } from './oauth.ts';
import { ProviderProblem, refuse } from '../checks/problem.ts';

const PARTED_BYTES_MAX = 51 * 1_048_576;
const REQUEST_ID_MAX = 108;
const ATTRIBUTION_ID_MAX = 36;
const CLIENT_METADATA_ID = /^[A-Za-z0-9\-{}(),]{1,68}$/;
const ISSUE_CODE = /^[A-Z0-9_]{1,80}$/;

/** One call of the provider's interface, its headers read and checked. */
export interface Call {
  world: World;
  params: Record<string, string>;
  query: Record<string, string>;
  /** The parsed body; null when it was empty. */
  body: unknown;
  /** The files that came beside the body. */
  files: UploadedFile[];
  rawBody: string;
  /** PayPal-Request-Id. */
  requestId: string | null;
  /** Whether Prefer asks for the full representation. */
  representation: boolean;
  /** The issue PayPal-Mock-Response asks for. */
  mockIssue: string | null;
  /** The seller named by the auth assertion. */
  seller: Account | null;
}

export interface Answer {
  status: number;
  body?: unknown;
}

interface Operation {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  path: string;
  fault?: PpcpFault;
  /** Whether the body may come in parts, with files. */
  parted?: boolean;
  /** Links a refusal by fault carries, where the provider's own refusal has them. */
  faultLinks?: (world: World, params: Record<string, string>, issue: string | null) => Link[];
  handle: (call: Call) => Promise<Answer>;
}

/** Serves one operation: bearer, headers, fault, effect, answer. */
export function provide(app: FastifyInstance, world: World, operation: Operation): void {
  app.route({
    method: operation.method,
    url: operation.path,
    ...(operation.parted ? { bodyLimit: PARTED_BYTES_MAX } : {}),
    handler: async (request, reply) => {
      requireBearer(world, request.headers.authorization);
      requireJson(request, operation);
      const call = await readCall(world, request);
      return underFault(world, {
        operation: operation.fault,
        request,
        reply,
        effect: () => operation.handle(call),
        send: (answer) => send(reply, answer),
        problemOf: (fault) => problemOfFault(fault, operation.faultLinks?.(world, call.params, fault.issue)),
      });
    },
  });
}

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  reply.code(answer.status);
  return answer.body === undefined ? reply.send() : reply.type('application/json').send(answer.body);
}

// Even a POST with nothing to say must name its media type.
function requireJson(request: FastifyRequest, operation: Operation): void {
  if (request.method !== 'POST' && request.method !== 'PATCH' && request.method !== 'PUT') return;
  if (request.headers['content-type']?.startsWith('application/json')) return;
  if (operation.parted && isParted(request)) return;
  throw new ProviderProblem(415, [{ issue: 'UNSUPPORTED_MEDIA_TYPE' }]);
}

async function readCall(world: World, request: FastifyRequest): Promise<Call> {
  const header = (name: string): string | null => {
    const value = request.headers[name];
    return typeof value === 'string' ? value : null;
  };
  const requestId = header('paypal-request-id');
  if (requestId !== null && (requestId.length < 1 || requestId.length > REQUEST_ID_MAX)) {
    refuse('INVALID_STRING_LENGTH', { field: 'PayPal-Request-Id', location: 'header' });
  }
  const attribution = header('paypal-partner-attribution-id');
  if (attribution !== null && attribution.length > ATTRIBUTION_ID_MAX) {
    refuse('INVALID_STRING_MAX_LENGTH', { field: 'PayPal-Partner-Attribution-Id', location: 'header' });
  }
  const metadata = header('paypal-client-metadata-id');
  if (metadata !== null && !CLIENT_METADATA_ID.test(metadata)) {
    refuse('INVALID_PARAMETER_SYNTAX', { field: 'PayPal-Client-Metadata-Id', location: 'header' });
  }
  return {
    world,
    params: request.params as Record<string, string>,
    query: request.query as Record<string, string>,
    ...bodyOf(request),
    rawBody: request.rawText,
    requestId,
    representation: header('prefer')?.includes('return=representation') ?? false,
    mockIssue: readMock(header('paypal-mock-response')),
    seller: await readAssertion(world, world.db, header('paypal-auth-assertion') ?? undefined),
  };
}

function isParted(request: FastifyRequest): boolean {
  return request.headers['content-type']?.startsWith('multipart/form-data') === true;
}

function bodyOf(request: FastifyRequest): Pick<Call, 'body' | 'files'> {
  if (!isParted(request)) return { body: request.body ?? null, files: [] };
  const { input, files } = request.body as PartedBody;
  return { body: input, files };
}

function readMock(header: string | null): string | null {
  if (header === null) return null;
  try {
    const codes = (JSON.parse(header) as { mock_application_codes?: unknown }).mock_application_codes;
    const code: unknown = Array.isArray(codes) ? codes[0] : codes;
    if (typeof code === 'string' && ISSUE_CODE.test(code)) return code;
  } catch {
    // Falls through to the refusal below.
  }
  return refuse('INVALID_PARAMETER_SYNTAX', { field: 'PayPal-Mock-Response', location: 'header' });
}
