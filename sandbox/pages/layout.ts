import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ActRefusal } from '../acts/refusal.ts';
import { html, type Html } from './html.ts';
import { STYLE } from './style.ts';

export interface Page {
  title: string;
  body: Html;
  /** A wide page shows tables; a narrow one is a card in the middle. */
  wide?: boolean;
  /** Where the browser goes by itself; the page must offer the same as a link. */
  goTo?: string | null;
  script?: Html;
  status?: number;
}

/** Sends a page under a policy that lets nothing in but itself. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  const refresh = page.goTo ? html`<meta http-equiv="refresh" content="1;url=${page.goTo}" />` : null;
  const script = page.script
    ? html`<script nonce="${nonce}">
        ${page.script};
      </script>`
    : null;
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${page.title} · Wallet sandbox</title>
        <link rel="icon" href="data:," />
        ${refresh}
        <style nonce="${nonce}">
          ${{ html: STYLE }}
        </style>
      </head>
      <body class="${page.wide ? 'wide' : 'narrow'}">
        <header>
          <a href="/" class="brand">Wallet sandbox</a>
          <span class="tag">Test money only</span>
        </header>
        <main>${page.body}</main>
        ${script}
      </body>
    </html>`;
  return reply
    .code(page.status ?? 200)
    .type('text/html; charset=utf-8')
    .header('Content-Security-Policy', policy)
    .header('Referrer-Policy', 'same-origin')
    .header('X-Content-Type-Options', 'nosniff')
    .header('Cache-Control', 'no-store')
    .send(document.html);
}

/** Sends a refusal as a page a person can read. */
export function sendRefusal(reply: FastifyReply, error: Error): FastifyReply {
  const status = error instanceof ActRefusal ? error.status : 500;
  const text = status === 500 ? 'Something went wrong in the sandbox.' : error.message;
  const body = html`<section class="card">
    <h1>${status === 404 ? 'This link does not work' : 'That did not work'}</h1>
    <p>${text}</p>
    <p><a href="/">Open the inspector</a></p>
  </section>`;
  return sendPage(reply, { title: 'Not possible', body, status });
}

/** Lets a form pass only when a page of this very server sent it. */
export function requireOwnForm(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  const origin = request.headers.origin;
  const isForeignSite = typeof site === 'string' && site !== 'same-origin' && site !== 'none';
  const isForeignOrigin = origin !== undefined && new URL(origin, 'http://x').host !== request.headers.host;
  if (isForeignSite || isForeignOrigin) throw new ActRefusal(403, 'The form did not come from this sandbox');
}

/** The fields of a posted form. */
export function formOf(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(typeof request.body === 'string' ? request.body : '');
}
