import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { html } from '../../../markup/html.ts';

const SCRIPT = 'text/javascript; charset=utf-8';
const FILES = [
  ['/nmi/token/Collect.js', 'collect.js', SCRIPT],
  ['/nmi/token/field.js', 'field.js', SCRIPT],
  ['/nmi/token/field.css', 'field.css', 'text/css; charset=utf-8'],
] as const;
const AUTOCOMPLETE: Readonly<Record<string, string>> = {
  ccnumber: 'cc-number',
  ccexp: 'cc-exp',
  cvv: 'cc-csc',
};
const LABEL_MAX = 100;
// Any page may hold the frame, and the frame loads nothing but its own and speaks to nobody else.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'none'; " +
  "base-uri 'none'; frame-ancestors *";

/** Serves Collect.js and the frame of a field. */
export function serveFrames(app: FastifyInstance): void {
  for (const [path, name, type] of FILES) {
    app.get(path, async (_request, reply) => sendFile(reply, name, type));
  }
  app.get('/nmi/token/field', async (request, reply) => {
    const query = request.query as Record<string, unknown>;
    const textOf = (name: string): string => {
      const value = query[name];
      return typeof value === 'string' ? value.slice(0, LABEL_MAX) : '';
    };
    const field = textOf('field');
    const autocomplete = AUTOCOMPLETE[field];
    if (autocomplete === undefined) return reply.code(404).type('text/plain').send('There is no such field');
    return reply
      .type('text/html; charset=utf-8')
      .header('Content-Security-Policy', POLICY)
      .header('Cache-Control', 'no-store')
      .header('Referrer-Policy', 'no-referrer')
      .send(
        page({ field, autocomplete, label: textOf('label') || field, placeholder: textOf('placeholder') }),
      );
  });
}

function sendFile(reply: FastifyReply, name: string, type: string): FastifyReply {
  return reply
    .type(type)
    .header('Cross-Origin-Resource-Policy', 'cross-origin')
    .header('Cache-Control', 'no-store')
    .header('X-Content-Type-Options', 'nosniff')
    .send(readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8'));
}

function page(of: { field: string; autocomplete: string; label: string; placeholder: string }): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${of.label}</title>
        <link rel="stylesheet" href="/nmi/token/field.css" />
        <script src="/nmi/token/field.js" defer></script>
      </head>
      <body>
        <input
          name="${of.field}"
          inputmode="numeric"
          autocomplete="${of.autocomplete}"
          aria-label="${of.label}"
          placeholder="${of.placeholder}"
        />
      </body>
    </html>`.text;
}
