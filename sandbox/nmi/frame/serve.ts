import type { FastifyInstance } from 'fastify';
import { html, type Html } from '../../../markup/html.ts';
import { sendFrame, serveFiles } from '../../machine/pages/frames.ts';

const AUTOCOMPLETE: Readonly<Record<string, string>> = {
  ccnumber: 'cc-number',
  ccexp: 'cc-exp',
  cvv: 'cc-csc',
};
const LABEL_MAX = 100;

/** Serves Collect.js and the frame of a field. */
export function serveFrames(app: FastifyInstance): void {
  serveFiles(app, {
    '/nmi/token/Collect.js': new URL('./browser/collect.js', import.meta.url),
    '/nmi/token/field.js': new URL('./browser/field.js', import.meta.url),
    '/nmi/token/field.css': new URL('./browser/field.css', import.meta.url),
  });
  app.get('/nmi/token/field', async (request, reply) => {
    const query = request.query as Record<string, unknown>;
    const textOf = (name: string): string => {
      const value = query[name];
      return typeof value === 'string' ? value.slice(0, LABEL_MAX) : '';
    };
    const field = textOf('field');
    const autocomplete = AUTOCOMPLETE[field];
    if (autocomplete === undefined) return reply.code(404).type('text/plain').send('There is no such field');
    const label = textOf('label') || field;
    return sendFrame(reply, page({ field, autocomplete, label, placeholder: textOf('placeholder') }));
  });
}

function page(of: { field: string; autocomplete: string; label: string; placeholder: string }): Html {
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
    </html>`;
}
