import { attributes, html, type Html } from '../../markup/html.ts';
import { RAILS, RAISABLE, type Raisable } from './names.ts';
import type { Shopkeeper } from './orders.ts';
import type { Raised } from './raise.ts';
import { buttonsSnippet, embedSnippet, REDIRECT, sessionSnippet, type Snippet } from './snippets.ts';

type Page = Pick<Shopkeeper, 'base_url' | 'sandbox_url'> & { nonce: string };

interface Shell extends Page {
  title: string;
  body: Html;
  scripts: readonly string[];
}

function documentOf({ title, body, scripts, nonce }: Shell): string {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/shop.css" nonce="${nonce}" />
      </head>
      <body>
        ${body} ${scripts.map((src) => html`<script src="${src}" nonce="${nonce}"></script>`)}
      </body>
    </html>`;
  return page.text;
}

/** The shop: what is sold, three ways to have it paid beside each other, and what can go wrong. */
export function shopPage(page: Page): string {
  const { base_url, sandbox_url } = page;
  const body = html`<header>
      <p class="brand">Demo Coffee Roasters</p>
      <p class="badge">Demonstration: no money moves</p>
    </header>
    <main>
      <section class="offer" aria-labelledby="offer">
        ${MUG}
        <div>
          <h1 id="offer">A bag of coffee and a mug</h1>
          <p>
            House blend, 500 g, and a mug of the house. This shop is a channel’s: its server has the demo
            channel’s key, its pages have what you see in the code beside each way to pay.
          </p>
          <p class="price">$24.50</p>
        </div>
      </section>
      <fieldset class="rails">
        <legend>Through which provider</legend>
        ${Object.entries(RAILS).map(([code, { name, what }], at) => railChoice(code, name, what, at === 0))}
      </fieldset>
      ${waysToPay(page)} ${whatCanGoWrong(page)}
    </main>
    <footer aria-label="About this shop">
      <p>
        What the provider saw of all this: <a href="${sandbox_url}">the sandbox</a>. Cards to try: 4111 1111
        1111 1111 pays, 4000 0000 0000 0002 is declined.
      </p>
    </footer>`;
  const scripts = [`${base_url}/sdk/v1/fairway.js`, '/shop.js'];
  return documentOf({ ...page, title: 'Demo Coffee Roasters', body, scripts });
}

function waysToPay({ base_url }: Page): Html {
  return html`<div class="ways">
    ${way({
      id: 'redirect',
      heading: 'Send the buyer there',
      what: 'The payment page of the service. Nothing of it is on yours.',
      act: html`<form method="post" action="/pay/ppcp" data-redirect>
        <button class="button">Pay on the payment page</button>
      </form>`,
      snippets: [sessionSnippet(base_url), REDIRECT],
    })}
    ${way({
      id: 'embed',
      heading: 'Show the page in a frame',
      what: 'Buyers stay; no script of a provider runs in your page.',
      act: html`<button type="button" class="button" data-mount="embed">Show the frame</button>`,
      snippets: [sessionSnippet(base_url), embedSnippet(base_url)],
    })}
    ${way({
      id: 'checkout',
      heading: 'Draw the buttons yourself',
      what: 'Buttons, fields and sheets of the provider, as a part of your page.',
      act: html`<button type="button" class="button" data-mount="checkout">Draw the buttons</button>`,
      snippets: [sessionSnippet(base_url), buttonsSnippet(base_url)],
    })}
  </div>`;
}

function whatCanGoWrong({ base_url }: Page): Html {
  return html`<section class="codes" aria-labelledby="codes">
    <h2 id="codes">What can go wrong</h2>
    <p>
      Each code that a page can hear, by what really brings it about.
      <a href="${base_url}/docs">The reference</a> has every refusal behind them.
    </p>
    <ul>
      ${Object.entries(RAISABLE).map(([code, how]) => raisable(code, how))}
    </ul>
    <div class="raised" data-raised hidden>
      <iframe title="What was raised" data-frame></iframe>
    </div>
  </section>`;
}

function railChoice(code: string, name: string, what: string, isFirst: boolean): Html {
  return html`<label>
    <input type="radio" name="rail" value="${code}" ${isFirst && html`checked`} />
    <span><strong>${name}</strong> <small>${what}</small></span>
  </label>`;
}

interface Way {
  id: string;
  heading: string;
  what: string;
  act: Html;
  snippets: readonly Snippet[];
}

function way({ id, heading, what, act, snippets }: Way): Html {
  return html`<section class="way" aria-labelledby="way-${id}">
    <h2 id="way-${id}">${heading}</h2>
    <p>${what}</p>
    <div class="stage" data-stage="${id}">${act}</div>
    <ol class="log" data-log="${id}" aria-label="What your page heard" aria-live="polite"></ol>
    <details>
      <summary>The code</summary>
      ${snippets.map(
        ({ name, code }) =>
          html`<h3>${name}</h3>
            <pre tabindex="0" aria-label="${`${heading}: ${name}`}"><code>${code}</code></pre>`,
      )}
    </details>
  </section>`;
}

function raisable(code: string, how: string): Html {
  return html`<li>
    <button type="button" class="button quiet" data-raise="${code}"><code>${code}</code></button>
    <span>${how}</span>
  </li>`;
}

/** The page on which one code is raised. */
export function raisedPage(page: Page & { code: Raisable; raised: Raised }): string {
  const { base_url, code, raised } = page;
  const options = JSON.stringify({ baseUrl: base_url, ...raised.options });
  const body = html`<main class="alone" ${attributes({ 'data-options': options, 'aria-label': code })}>
    <h1><code>${code}</code></h1>
    <p>${RAISABLE[code]}</p>
    <div id="pay"></div>
    <p class="heard" role="status" data-heard>Nothing heard yet.</p>
  </main>`;
  return documentOf({ ...page, title: code, body, scripts: [`${base_url}/sdk/v1/fairway.js`, '/raised.js'] });
}

/** Where a buyer comes back to. */
export function thanksPage(page: Page): string {
  const body = html`<main class="alone thanks">
    ${MUG}
    <h1>Thank you</h1>
    <p>Your coffee is on its way. A real shop’s server has heard <code>payment.captured</code> by now.</p>
    <p><a class="button" href="/">Back to the shop</a></p>
  </main>`;
  return documentOf({ ...page, title: 'Thank you · Demo Coffee Roasters', body, scripts: [] });
}

const MUG = html`<svg class="mug" viewBox="0 0 120 100" aria-hidden="true" focusable="false">
  <path class="steam" d="M42 26c-6-8 6-10 0-20M60 26c-6-8 6-10 0-20M78 26c-6-8 6-10 0-20" />
  <path class="cup" d="M24 34h70v34a22 22 0 0 1-22 22H46a22 22 0 0 1-22-22z" />
  <path class="handle" d="M94 44h6a12 12 0 0 1 0 24h-6" />
</svg>`;
