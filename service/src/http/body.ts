import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { JsonProblem, parseStrictJson, refuseTooMany } from '../lib/strict-json.ts';
import { Refusal, type RefusalName } from '../refusals.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

declare module 'fastify' {
  interface FastifyContextConfig {
    takes_form?: boolean;
  }
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** JSON is the only content type but of operations that take a form, and those take nothing else; what is empty is of no
 *  type. What arrives stays bytes until its caller was admitted and its operation wants it: reading it costs many times
 *  what receiving it does. The server bounds its size. */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser([JSON_TYPE, FORM_TYPE], async (request: FastifyRequest, payload: Readable) => {
    const isForm = request.headers['content-type']?.toLowerCase().startsWith(FORM_TYPE) === true;
    if (isForm !== takesForm(request) && !isEmpty(request)) throw new Refusal(otherType(request));
    const bytesMax = request.routeOptions.bodyLimit;
    if (Number(request.headers['content-length']) > bytesMax) throw new Refusal('body_too_large');
    const raw = await receive(payload, bytesMax);
    if (isEncoded(request)) throw new Refusal('body_encoded');
    return raw;
  });
  // Clients name a type of their own also for a body that they do not send.
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: Readable) => {
    const refusal = otherType(request);
    if (!isEmpty(request) && !mayBeEmpty(request)) throw new Refusal(refusal);
    return receive(payload, 0, refusal);
  });
}

function takesForm({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.takes_form === true;
}

function otherType(request: FastifyRequest): RefusalName {
  return takesForm(request) ? 'form_required' : 'content_type_unsupported';
}

// A client that sends in parts does not say before its end that there are none.
function mayBeEmpty({ headers }: FastifyRequest): boolean {
  return headers['content-type'] === undefined && headers['content-length'] === undefined;
}

// The name for a body that is as it was is sent by some, though there is no need to.
function isEncoded({ headers }: FastifyRequest): boolean {
  return (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity';
}

function isEmpty({ headers }: FastifyRequest): boolean {
  return headers['content-length'] === '0' && headers['transfer-encoding'] === undefined;
}

/** What arrives of a body whose request was answered without it is given back at once. */
export function discardUnread(app: FastifyInstance): void {
  app.addHook('onSend', (request, _reply, _payload, done) => {
    const { raw } = request;
    const isUnread = raw.readableFlowing === null && !raw.complete;
    // Not before the parser, which may be at work on these very bytes, is done with them.
    if (isUnread) raw.on('data', (chunk: Buffer) => setImmediate(release, chunk));
    done();
  });
}

function receive(
  payload: Readable,
  bytesMax: number,
  beyond: RefusalName = 'body_too_large',
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  return new Promise((resolve, reject) => {
    payload.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > bytesMax) return reject(new Refusal(beyond));
      chunks.push(chunk);
    });
    payload.on('error', reject);
    payload.on('end', () => {
      resolve(Buffer.concat(chunks, length));
      chunks.forEach(release);
    });
  });
}

// Bytes outside of the heap are collected late, some sixty megabytes behind: whoever sends much would make the process
// grow by as much. Small ones lie in a block that they share.
function release(bytes: Buffer): void {
  const { buffer } = bytes;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length) buffer.transfer(0);
}

/** The bytes of a request's body; null when it has none. */
export function bytesOf(request: FastifyRequest): Buffer | null {
  const { body } = request;
  return Buffer.isBuffer(body) && body.length > 0 ? body : null;
}

/** Reads a body as JSON and gives its bytes back: nobody may want them after. Throws JsonProblem. */
export function readJson(raw: Buffer): unknown {
  try {
    refuseTooMany(raw);
    return parseStrictJson(textOf(raw));
  } finally {
    release(raw);
  }
}

function textOf(utf8: Buffer): string {
  try {
    return decoder.decode(utf8);
  } catch {
    throw new JsonProblem('Body is not UTF-8 text', 0);
  }
}
