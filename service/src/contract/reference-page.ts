import { html, type Html, type Part } from '../pages/html.ts';
import type { Paths } from '../pages/paths.ts';
import { type OpenApiDocument, type OperationObject } from './openapi.ts';
import { eventArticle } from './reference-event.ts';
import { type Chapter, chaptersOf } from './reference-guide.ts';
import { operationArticle, type Place, verb } from './reference-operation.ts';
import { prose } from './reference-text.ts';

const EVENTS_TAG = 'Webhooks';

export interface PageOptions {
  paths: Paths;
  /** The path of the stylesheet. */
  style: string;
  environment: 'test' | 'live';
}

interface Section {
  id: string;
  title: string;
  about: string;
  entries: readonly Place[];
}

/** The reference of a document as one page that needs no script: everything is in it, so that the browser's
 *  own search finds it. */
export function referencePage(document: OpenApiDocument, options: PageOptions): string {
  const chapters = chaptersOf(document);
  const sections = sectionsOf(document);
  const events = Object.values(document.webhooks).map((item) => item['post']!);
  const contents = contentsOf(chapters, sections, events);
  return html`<!doctype html>
    <html lang="en" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Fairway · API reference</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${options.style}" />
      </head>
      <body class="reference">
        <a class="skip" href="#reference">Skip to the reference</a>
        ${mastheadOf(document, options)}
        <div class="book">
          <nav class="contents" aria-label="Contents">${contents}</nav>
          <details class="contents-small">
            <summary>Contents</summary>
            <nav aria-label="Contents">${contents}</nav>
          </details>
          <main id="reference" tabindex="-1">
            ${introductionOf(document)} ${chapters.map(chapterOf)}
            ${sections.map((section) => sectionOf(document, section))} ${eventsOf(document, events)}
          </main>
        </div>
      </body>
    </html> `.text;
}

function mastheadOf(document: OpenApiDocument, { paths, environment }: PageOptions): Html {
  return html`<header class="masthead">
    <a class="name" href="${paths.home}"><strong>Fairway</strong> <span>API reference</span></a>
    <span class="badge ${environment}">${environment}</span>
    <p class="links">
      <a href="${paths.at('/openapi.json')}">OpenAPI ${document.openapi.slice(0, 3)}</a>
      <a href="${paths.at('/llms.txt')}">llms.txt</a>
    </p>
  </header>`;
}

function introductionOf(document: OpenApiDocument): Html {
  return html`<section class="opening" aria-labelledby="title">
    <h1 id="title">API reference</h1>
    <p class="lead">${prose(document.info.description)}</p>
    <p class="base"><span>Base address</span> <code>${document.servers[0]!.url}</code></p>
  </section>`;
}

function chapterOf(chapter: Chapter): Html {
  return html`<section class="chapter" id="${chapter.id}" aria-labelledby="${chapter.id}-title">
    <h2 id="${chapter.id}-title"><a href="#${chapter.id}">${chapter.title}</a></h2>
    <div class="entry">${chapter.body}</div>
  </section>`;
}

function sectionOf(document: OpenApiDocument, section: Section): Html {
  const { id, title, about, entries } = section;
  return html`<section class="chapter" id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title"><a href="#${id}">${title}</a></h2>
    <p class="about">${prose(about)}</p>
    ${entries.map((place) => operationArticle(document, place))}
  </section>`;
}

function eventsOf(document: OpenApiDocument, events: readonly OperationObject[]): Html {
  return html`<section class="chapter" id="events" aria-labelledby="events-title">
    <h2 id="events-title"><a href="#events">Events</a></h2>
    <p class="about">
      What is posted to your endpoints: ${events.length} types, each with the envelope <code>id</code>,
      <code>type</code>, <code>created</code> and <code>data.object</code>.
      <a href="#receiving">Receiving events</a>
      tells how to take them.
    </p>
    ${events.map((event) => eventArticle(document, event))}
  </section>`;
}

function sectionsOf(document: OpenApiDocument): Section[] {
  const places = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
  return document.tags
    .filter((tag) => tag.name !== EVENTS_TAG)
    .map((tag) => ({
      id: `tag-${tag.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`,
      title: tag.name,
      about: tag.description,
      entries: places.filter(({ operation }) => operation.tags.includes(tag.name)),
    }));
}

function contentsOf(
  chapters: readonly Chapter[],
  sections: readonly Section[],
  events: readonly OperationObject[],
): Html {
  const chapterLinks = chapters.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`);
  const eventLinks = events.map(
    (event) =>
      html`<li>
        <a href="#${event.operationId}"><code>${event.summary}</code></a>
      </li>`,
  );
  return html`${group(html`Start here`, chapterLinks)}
  ${sections.map(({ id, title, entries }) => group(html`<a href="#${id}">${title}</a>`, entries.map(linkTo)))}
  ${group(html`<a href="#events">Events</a>`, eventLinks)}`;
}

function group(title: Html, links: Part): Html {
  return html`<p class="group">${title}</p>
    <ul>
      ${links}
    </ul>`;
}

function linkTo({ operation, method }: Place): Html {
  return html`<li><a href="#${operation.operationId}">${verb(method)} ${operation.summary}</a></li>`;
}
