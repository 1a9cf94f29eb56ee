import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { html } from '../../../markup/html.ts';

const SCRIPT = 'text/javascript; charset=utf-8';
const FILES = [
  ['/gravy/embed.js', 'embed.js', SCRIPT],
  ['/gravy/embed/frame.js', 'frame.js', SCRIPT],
  ['/gravy/embed/frame.css', 'frame.css', 'text/css; charset=utf-8'],
] as const;
// Any page may hold the frame, and the frame loads nothing but its own and speaks to nobody else.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'none'; " +
  "base-uri 'none'; frame-ancestors *";

/** Serves the script that a merchant's page loads and the frame that takes the card. */
export function serveFrame(app: FastifyInstance): void {
  for (const [path, name, type] of FILES) {
    app.get(path, async (_request, reply) => sendFile(reply, name, type));
  }
  app.get('/gravy/embed', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('Content-Security-Policy', POLICY)
      .header('Cache-Control', 'no-store')
      .header('Referrer-Policy', 'no-referrer')
      .send(page()),
  );
}

function sendFile(reply: FastifyReply, name: string, type: string): FastifyReply {
  return reply
    .type(type)
    .header('Cross-Origin-Resource-Policy', 'cross-origin')
    .header('Cache-Control', 'no-store')
    .header('X-Content-Type-Options', 'nosniff')
    .send(readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8'));
}

function page(): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Card details</title>
        <link rel="stylesheet" href="/gravy/embed/frame.css" />
        <script src="/gravy/embed/frame.js" defer></script>
      </head>
      <body>
        <form>
          <label class="wide"
            >Card number
            <input
              name="number"
              required
              inputmode="numeric"
              autocomplete="cc-number"
              pattern="[0-9 ]{13,23}"
          /></label>
          <label
            >Expires (MM/YY)
            <input
              name="expiration"
              required
              inputmode="numeric"
              autocomplete="cc-exp"
              pattern="(0[1-9]|1[0-2]) ?/? ?[0-9]{2}"
          /></label>
          <label
            >Security code
            <input name="code" required inputmode="numeric" autocomplete="cc-csc" pattern="[0-9]{3,4}"
          /></label>
          <p role="alert" hidden></p>
          <small>Sandbox: test cards only. 4111 1111 1111 1111 pays.</small>
        </form>
      </body>
    </html>`.text;
}
