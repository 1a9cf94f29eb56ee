import { html, type Html } from '../../../../markup/html.ts';
import type { Book, Leaf } from './reference-book.ts';
import { eventArticle } from './reference-event.ts';
import type { Filter } from './reference-filter.ts';
import type { Chapter } from './reference-guide.ts';
import { lineList, linesOf } from './reference-lines.ts';
import { operationArticle } from './reference-operation.ts';
import { referencePage } from './reference-page.ts';
import { prose } from './reference-text.ts';

const NAME = 'Fairway API reference';

/** The first page: what the service is and everything there is in a line. Each line bears the name of what it leads to,
 *  so that a link from when the reference was one page comes out beside it. */
export function indexSheet(book: Book, style: string): string {
  const { document, leaves } = book;
  const guides = leaves.filter((leaf) => leaf.kind === 'guide');
  const main = html`<section class="opening" aria-labelledby="title">
      <h1 id="title">API reference</h1>
      <p class="lead">${prose(document.info.description)}</p>
      <p class="base"><span>Base address</span> <code>${document.servers[0]!.url}</code></p>
    </section>
    <section class="chapter" aria-labelledby="guides-title">
      <h2 id="guides-title">Guides</h2>
      ${lineList(
        guides.flatMap((leaf) => linesOf(book, leaf)),
        { isIndex: true },
      )}
    </section>
    ${leaves.filter((leaf) => leaf.kind !== 'guide').map((leaf) => partOfIndex(book, leaf))}`;
  return referencePage(book, { title: NAME, style, leaf: null, main });
}

function partOfIndex(book: Book, leaf: Leaf): Html {
  const { anchor, title, about, slug } = leaf;
  return html`<section class="chapter" id="${anchor}" aria-labelledby="${anchor}-title">
    <h2 id="${anchor}-title"><a href="${book.paths.at(`/docs/${slug}`)}">${title}</a></h2>
    <p class="about">${prose(about)}</p>
    ${lineList(linesOf(book, leaf), { isIndex: true })}
  </section>`;
}

/** One page of the reference whole. */
export function leafSheet(book: Book, style: string, leaf: Leaf): string {
  const { title, about, anchor, chapters, places, events } = leaf;
  const isWhole = leaf.kind === 'guide' && chapters.length === 1;
  const main = html`<div class="chapter" ${(isWhole || leaf.kind !== 'guide') && html`id="${anchor}"`}>
    <div class="opening">
      <h1>${title}</h1>
      <p class="lead">${prose(about)}</p>
    </div>
    ${isWhole ? html`<div class="entry">${chapters[0]!.body}</div>` : chapters.map(chapterOf)}
    ${places.map((place) => operationArticle(book, place))}
    ${events.map((event) => eventArticle(book.document, event))}
  </div>`;
  return referencePage(book, { title: `${title} · ${NAME}`, style, leaf, main });
}

function chapterOf({ id, title, body }: Chapter): Html {
  return html`<section class="guide" id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title"><a href="#${id}">${title}</a></h2>
    <div class="entry">${body}</div>
  </section>`;
}

/** What a filter found, in the order of the reference. */
export function foundSheet(
  book: Book,
  { style, query, find }: { style: string; query: string; find: Filter },
): string {
  const found = find(query);
  const count = found.length === 1 ? '1 match' : `${found.length || 'No'} matches`;
  const main = html`<section class="opening found" aria-labelledby="title">
    <h1 id="title">${count} for “${query}”</h1>
    ${
      found.length > 0
        ? lineList(found, { isIndex: false })
        : html`<p class="lead">
            Every word has to be in the path, the summary, the description or a field. Fewer words find more;
            the <a href="${book.paths.at('/docs')}">overview</a> lists everything.
          </p>`
    }
  </section>`;
  return referencePage(book, { title: `${count} for “${query}” · ${NAME}`, style, leaf: null, query, main });
}
