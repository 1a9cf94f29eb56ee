import { html, type Html, type Part } from '../../../../markup/html.ts';
import type { Book, Leaf } from './reference-book.ts';
import { QUERY_MAX } from './reference-filter.ts';
import { verb } from './reference-operation.ts';

interface Sheet {
  title: string;
  /** The path of the stylesheet. */
  style: string;
  /** The page of the book that this is; null for the index and for what a filter found. */
  leaf: Leaf | null;
  query?: string;
  main: Part;
}

/** A page of the reference around its own part: without a script, and the same way through the book on each. */
export function referencePage(book: Book, sheet: Sheet): string {
  const contents = contentsOf(book, sheet);
  return html`<!doctype html>
    <html lang="en" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${sheet.title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${sheet.style}" />
      </head>
      <body class="reference">
        <a class="skip" href="#reference">Skip to the reference</a>
        ${mastheadOf(book, sheet.query ?? '')}
        <div class="book">
          <nav class="contents" aria-label="Contents">${contents}</nav>
          <details class="contents-small">
            <summary>Contents</summary>
            <nav aria-label="Contents">${contents}</nav>
          </details>
          <main id="reference" tabindex="-1">${sheet.main} ${sheet.leaf && turnsOf(book, sheet.leaf)}</main>
        </div>
      </body>
    </html> `.text;
}

function mastheadOf({ document, paths, environment }: Book, query: string): Html {
  return html`<header class="masthead">
    <a class="name" href="${paths.at('/docs')}"><strong>Fairway</strong> <span>API reference</span></a>
    <span class="badge ${environment}">${environment}</span>
    <form class="filter" role="search" method="get" action="${paths.at('/docs')}">
      <label class="unseen" for="filter">Find operations, events and guides</label>
      <input
        id="filter"
        name="q"
        type="search"
        value="${query}"
        maxlength="${QUERY_MAX}"
        placeholder="refund, POST, customer_ref"
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
      />
      <button>Find</button>
    </form>
    <p class="links">
      <a href="${paths.at('/openapi.json')}">OpenAPI ${document.openapi.slice(0, 3)}</a>
      <a href="${paths.at('/llms.txt')}">llms.txt</a>
    </p>
  </header>`;
}

const GROUPS = [
  ['guide', 'Guides'],
  ['noun', 'Operations'],
  ['events', 'Webhooks'],
] as const;

function contentsOf({ paths, leaves }: Book, { leaf: open, query }: Sheet): Html {
  const home = paths.at('/docs');
  const isHome = open === null && query === undefined;
  return html`<ul class="home">
      <li><a href="${home}" ${isHome && CURRENT}>Overview</a></li>
    </ul>
    ${GROUPS.map(
      ([kind, title]) =>
        html`<p class="group">${title}</p>
          <ul>
            ${leaves
              .filter((leaf) => leaf.kind === kind)
              .map(
                (leaf) =>
                  html`<li>
                    <a href="${paths.at(`/docs/${leaf.slug}`)}" ${leaf === open && CURRENT}>${leaf.title}</a>
                    ${leaf === open && withinOf(leaf)}
                  </li>`,
              )}
          </ul>`,
    )}`;
}

const CURRENT = html`aria-current="page"`;

// Where the page in hand has its entries.
function withinOf(leaf: Leaf): Html {
  return html`<ul class="within">
    ${leaf.chapters.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li> `)}
    ${leaf.places.map(
      ({ method, operation: { operationId, summary } }) =>
        html`<li><a href="#${operationId}">${verb(method)} ${summary}</a></li> `,
    )}
    ${leaf.events.map(
      ({ operationId, summary }) =>
        html`<li>
          <a href="#${operationId}"><code>${summary}</code></a>
        </li> `,
    )}
  </ul>`;
}

function turnsOf({ paths, leaves }: Book, leaf: Leaf): Html {
  const at = leaves.indexOf(leaf);
  const home = { href: paths.at('/docs'), title: 'Overview' };
  const pageAt = (index: number) => {
    const found = leaves[index];
    return found && { href: paths.at(`/docs/${found.slug}`), title: found.title };
  };
  const [previous, next] = [at === 0 ? home : pageAt(at - 1), pageAt(at + 1)];
  return html`<nav class="turns" aria-label="Previous and next page">
    ${previous && html`<a rel="prev" href="${previous.href}"><span>Previous</span> ${previous.title}</a>`}
    ${next && html`<a rel="next" href="${next.href}"><span>Next</span> ${next.title}</a>`}
  </nav>`;
}
