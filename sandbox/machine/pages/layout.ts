import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ActRefusal, PartyError } from '../refusal.ts';
import { statusOfFailure } from '../http/failure.ts';
import { assetUrl, type AssetName } from './assets.ts';
import { html, type Html } from '../../../markup/html.ts';

export interface Page {
  title: string;
  body: Html;
  /** A roomy page holds two columns; the others are one card in the middle. */
  roomy?: boolean;
  /** Where the browser goes by itself; the page must offer the same as a link. */
  goTo?: string | null;
  /** Seconds until it goes there. */
  goToAfter?: number;
  script?: Html;
  status?: number;
}

const GO_TO_AFTER_SECONDS = 1;
const INSPECTOR_SHEETS: readonly AssetName[] = ['frame.css', 'inspector.css', 'feed.css'];
const MARK = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="M4 6a3 3 0 0 1 3-3h11v3H7v1h12a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H7a3 3 0 0 1-3-3zm12 7v3h3v-3z" />
</svg>`;

/** Sends a page for a person (seller, buyer, payer of an invoice): brand, one main part, where one is. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const nonce = page.script === undefined ? null : randomBytes(16).toString('base64');
  const refresh = page.goTo
    ? html`<meta http-equiv="refresh" content="${page.goToAfter ?? GO_TO_AFTER_SECONDS};url=${page.goTo}" />`
    : null;
  const script =
    nonce === null
      ? null
      : html`<script nonce="${nonce}">
          ${page.script};
        </script>`;
  const body = html`<header class="top">
      <span class="brand">${MARK} Wallet</span>
      <span class="tag">Sandbox: test money only</span>
    </header>
    <main>${page.body}</main>
    <footer class="end">Nobody is charged here. <a href="/">Open the inspector</a></footer>
    ${script}`;
  const head = html`<link rel="stylesheet" href="${assetUrl('person.css')}" />${refresh}`;
  const kind = page.roomy ? 'roomy' : 'narrow';
  return sendDocument(reply, {
    title: `${page.title} · Wallet`,
    head,
    body,
    kind,
    nonce,
    status: page.status,
  });
}

/** Sends a page of the inspector, which has its own frame. */
export function sendInspectorPage(
  reply: FastifyReply,
  page: { title: string; now: Date; nav: Html; body: Html },
): FastifyReply {
  const body = html`<a class="skip" href="#content">Skip to the content</a>
    <div class="frame">
      <header class="side">
        <div class="stays"><a href="/" class="brand">${MARK} Fairway sandbox</a> ${page.nav}</div>
      </header>
      <main id="content" data-now="${page.now.toISOString()}">${page.body}</main>
    </div>`;
  const head = html`${INSPECTOR_SHEETS.map((name) => html`<link rel="stylesheet" href="${assetUrl(name)}" />`)}
    <script src="${assetUrl('inspector.js')}" defer></script>`;
  const title = `${page.title} · Fairway sandbox`;
  return sendDocument(reply, { title, head, body, kind: 'inspector', nonce: null, status: 200 });
}

// Under a policy that lets nothing in but this server's own files.
function sendDocument(
  reply: FastifyReply,
  page: {
    title: string;
    head: Html;
    body: Html;
    kind: string;
    nonce: string | null;
    status: number | undefined;
  },
): FastifyReply {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    page.nonce === null ? "script-src 'self'" : `script-src 'self' 'nonce-${page.nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${page.title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${assetUrl('style.css')}" />
        ${page.head}
      </head>
      <body class="${page.kind}">
        ${page.body}
      </body>
    </html>`;
  return reply
    .code(page.status ?? 200)
    .type('text/html; charset=utf-8')
    .header('Content-Security-Policy', policy)
    .header('Referrer-Policy', 'same-origin')
    .header('X-Content-Type-Options', 'nosniff')
    .header('Cache-Control', 'no-store')
    .send(document.text);
}

/** Whether a browser asks for a page: it names HTML before whatever else it would take. */
export function asksForPage({ method, headers }: FastifyRequest): boolean {
  const weights = new Map((headers.accept ?? '').toLowerCase().split(',').map(weightOf));
  return method === 'GET' && (weights.get('text/html') ?? 0) > (weights.get('application/json') ?? 0);
}

function weightOf(range: string): [type: string, weight: number] {
  const [type = '', ...rules] = range.split(';').map((part) => part.trim());
  const weight = rules.find((rule) => rule.startsWith('q='))?.slice(2) ?? '1';
  return [type, Number(weight) || 0];
}

/** Sends a refusal as a page a person can read. */
export function sendRefusal(reply: FastifyReply, error: Error & { statusCode?: number }): FastifyReply {
  const status = statusOf(error);
  const text = textOf(status, error);
  const body = html`<section class="card">
    <h1>${status === 404 ? 'There is nothing here' : 'That did not work'}</h1>
    <p>${text}</p>
    <p><a class="button quiet" href="/">Open the inspector</a></p>
  </section>`;
  return sendPage(reply, { title: 'Not possible', body, status });
}

function textOf(status: number, error: Error): string {
  if (status === 503) return 'The database does not answer at the moment.';
  return status >= 500 ? 'Something went wrong in the sandbox; its log says more.' : error.message;
}

function statusOf(error: Error & { statusCode?: number }): number {
  if (error instanceof ActRefusal) return error.status;
  if (error instanceof PartyError) return 409;
  return statusOfFailure(error);
}

/** The fields of a posted form. */
export function formOf(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(typeof request.body === 'string' ? request.body : '');
}
