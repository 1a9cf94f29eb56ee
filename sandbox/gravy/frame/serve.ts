import type { FastifyInstance } from 'fastify';
import { html, type Html } from '../../../markup/html.ts';
import { sendFrame, serveFiles } from '../../machine/pages/frames.ts';

/** Serves the script that a merchant's page loads and the frame that takes the card. */
export function serveFrame(app: FastifyInstance): void {
  serveFiles(app, {
    '/gravy/embed.js': new URL('./browser/embed.js', import.meta.url),
    '/gravy/embed/frame.js': new URL('./browser/frame.js', import.meta.url),
    '/gravy/embed/frame.css': new URL('./browser/frame.css', import.meta.url),
  });
  app.get('/gravy/embed', async (_request, reply) => sendFrame(reply, page()));
}

function page(): Html {
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
    </html>`;
}
