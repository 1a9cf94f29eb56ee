import type { FastifyInstance } from 'fastify';
import { JsonProblem, parseStrictJson } from '../lib/strict-json.ts';
import { Refusal } from '../refusals.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A parsed JSON body beside the bytes it came from: a notice's signature is over the bytes. */
export interface ReceivedBody {
  raw: Buffer;
  json: unknown;
}

/** JSON is the only content type. The body is bounded by the server before it reaches this parser. */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, raw, done) => {
    try {
      if (request.headers['content-encoding'] !== undefined) throw new Refusal('content_type_unsupported');
      const buffer = raw as Buffer;
      done(
        null,
        buffer.length === 0 ? undefined : ({ raw: buffer, json: parse(buffer) } satisfies ReceivedBody),
      );
    } catch (error) {
      done(error as Error);
    }
  });
}

function parse(raw: Buffer): unknown {
  let text: string;
  try {
    text = decoder.decode(raw);
  } catch {
    throw new JsonProblem('Body is not UTF-8 text', 0);
  }
  return parseStrictJson(text);
}
