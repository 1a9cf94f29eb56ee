import type { Paths } from '../../pages/shell/paths.ts';
import type { OpenApiDocument, OperationObject } from '../openapi.ts';
import { type Chapter, chaptersOf } from './reference-guide.ts';

const EVENTS_TAG = 'Webhooks';

/** An operation where it is called. */
export interface Place {
  method: string;
  path: string;
  operation: OperationObject;
}

/** One page of the reference: chapters, the operations of one noun, or the events. */
export interface Leaf {
  slug: string;
  title: string;
  about: string;
  kind: 'guide' | 'noun' | 'events';
  /** What its first heading is found under. */
  anchor: string;
  chapters: readonly Chapter[];
  places: readonly Place[];
  events: readonly OperationObject[];
}

/** The reference of a document: its pages in the order in which they are read. */
export interface Book {
  document: OpenApiDocument;
  paths: Paths;
  environment: 'test' | 'live';
  leaves: readonly Leaf[];
  /** Where a chapter, a noun, an operation, an event or a status is told about. */
  addressOf(anchor: string): string;
}

const GUIDES: readonly { slug: string; title: string; about: string; chapters: readonly string[] }[] = [
  {
    slug: 'getting-started',
    title: 'Getting started',
    about: 'The first call, who may call what, and how to repeat a call without doing something twice.',
    chapters: ['first-call', 'credentials', 'repeating'],
  },
  { slug: 'money', title: 'Money', about: 'Every shape in which money appears.', chapters: ['money'] },
  {
    slug: 'errors',
    title: 'Errors and budgets',
    about:
      'What each status and each code means and what to do about it, and how often an operation may be called.',
    chapters: ['errors', 'codes', 'budgets'],
  },
];

const EVENTS = {
  slug: 'events',
  title: 'Events',
  about: 'What is posted to your endpoints, how to take it, and what each type of event holds.',
  chapters: ['receiving'],
} as const;

/** The pages of the reference of a document. */
export function bookOf(
  document: OpenApiDocument,
  { paths, environment }: Pick<Book, 'paths' | 'environment'>,
): Book {
  const chapters = chaptersOf(document);
  const named = (ids: readonly string[]) => chapters.filter(({ id }) => ids.includes(id));
  const empty = { chapters: [], places: [], events: [] };
  const guides = GUIDES.map((guide): Leaf => {
    const anchor = guide.chapters[0]!;
    return { ...empty, ...guide, kind: 'guide', anchor, chapters: named(guide.chapters) };
  });
  const events: Leaf = {
    ...empty,
    ...EVENTS,
    kind: 'events',
    anchor: 'events',
    chapters: named(EVENTS.chapters),
    events: Object.values(document.webhooks).map((item) => item['post']!),
  };
  const leaves = [...guides, ...nounsOf(document), events];
  const slugs = new Map(leaves.flatMap((leaf) => anchorsOf(leaf).map((anchor) => [anchor, leaf.slug])));
  const addressOf = (anchor: string) => {
    const slug = slugs.get(anchor);
    if (slug === undefined) throw new Error(`the reference has no ${anchor}`);
    return `${paths.at(`/docs/${slug}`)}#${anchor}`;
  };
  return { document, paths, environment, leaves, addressOf };
}

function nounsOf(document: OpenApiDocument): Leaf[] {
  const places = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
  return document.tags
    .filter((tag) => tag.name !== EVENTS_TAG)
    .map((tag) => {
      const slug = tag.name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
      return {
        slug,
        title: tag.name,
        about: tag.description,
        kind: 'noun',
        anchor: `tag-${slug}`,
        chapters: [],
        places: places.filter(({ operation }) => operation.tags.includes(tag.name)),
        events: [],
      };
    });
}

/** Everything on a page that a link may lead to. */
function anchorsOf(leaf: Leaf): string[] {
  return [
    leaf.anchor,
    ...leaf.chapters.flatMap(({ id, marks = [], terms = [] }) => [
      id,
      ...[...marks, ...terms].map((place) => place.id),
    ]),
    ...leaf.places.map(({ operation }) => operation.operationId),
    ...leaf.events.map((event) => event.operationId),
  ];
}
