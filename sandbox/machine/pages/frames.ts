import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Html } from '../../../markup/html.ts';

const TYPES = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
} as const;

// Any page may hold the frame, and the frame loads nothing but its own and speaks to nobody else.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'none'; " +
  "base-uri 'none'; frame-ancestors *";

/** Serves scripts and style sheets for pages and frames of other sites: each address with its file. */
export function serveFiles(app: FastifyInstance, files: Readonly<Record<string, URL>>): void {
  for (const [path, file] of Object.entries(files)) {
    const kind = file.pathname.endsWith('.css') ? 'css' : 'js';
    const sent = kind === 'js' ? alone : (text: string) => text;
    app.get(path, async (_request, reply) =>
      reply
        .type(TYPES[kind])
        .header('Cross-Origin-Resource-Policy', 'cross-origin')
        .header('Cache-Control', 'no-store')
        .header('X-Content-Type-Options', 'nosniff')
        .send(sent(readFileSync(file, 'utf8'))),
    );
  }
}

// A page may load the scripts of several providers: what one of them calls its parts is nobody else's.
function alone(script: string): string {
  return `(() => {\n'use strict';\n${script}})();\n`;
}

/** Sends the document of a frame that a page of another site holds. */
export function sendFrame(reply: FastifyReply, document: Html): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('Content-Security-Policy', POLICY)
    .header('Cache-Control', 'no-store')
    .header('Referrer-Policy', 'no-referrer')
    .send(document.text);
}
