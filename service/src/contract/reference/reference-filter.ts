import { html } from '../../../../markup/html.ts';
import type { JsonSchema, OpenApiDocument, OperationObject } from '../openapi.ts';
import { JSON_TYPE, resolved } from '../openapi.ts';
import type { Book, Leaf } from './reference-book.ts';
import { type Line, linesOf } from './reference-lines.ts';

/** What is longer is cut: no path and no sentence of the reference is looked for by more. */
export const QUERY_MAX = 100;
const WORDS_MAX = 10;
const FIELDS_DEPTH_MAX = 6;

/** What a filter finds: the lines with every word in themselves before those with a word in their description
 *  or their fields. */
export type Filter = (query: string) => Line[];

interface Entry {
  line: Line;
  shown: string;
  told: string;
  /** An operation's path as it is called, with values in it. */
  called: RegExp | null;
}

/** A filter over every operation, event and chapter of the reference. */
export function filterOf(book: Book): Filter {
  // What has words for its name comes after what does something.
  const entries = [
    ...book.leaves.flatMap((leaf) => entriesOf(book, leaf)),
    ...book.leaves.flatMap(termsOf(book)),
  ];
  return (query) => {
    const words = wordsOf(query);
    if (words.length === 0) return [];
    const having = (told: (entry: Entry) => string) =>
      entries.filter((entry) =>
        words.every((word) => told(entry).includes(word) || entry.called?.test(word)),
      );
    const shown = having((entry) => entry.shown);
    const told = having((entry) => entry.told).filter((entry) => !shown.includes(entry));
    return [...shown, ...told].map(({ line }) => line);
  };
}

/** What was asked for, as far as it is looked at. */
export function queryOf(value: unknown): string {
  const text: unknown = Array.isArray(value) ? value.at(-1) : value;
  return typeof text === 'string' ? text.trim().slice(0, QUERY_MAX) : '';
}

function wordsOf(query: string): string[] {
  const words = query.toLowerCase().split(/\s+/);
  return words.filter((word) => word !== '').slice(0, WORDS_MAX);
}

function entriesOf(book: Book, leaf: Leaf): Entry[] {
  const told = new Map<string, { operation: OperationObject; path?: string }>([
    ...leaf.places.map((place) => [place.operation.operationId, place] as const),
    ...leaf.events.map((event) => [event.operationId, { operation: event }] as const),
  ]);
  return linesOf(book, leaf).map((line) => {
    const { operation, path } = told.get(line.anchor) ?? {};
    const shown = [line.title, line.about, line.anchor, leaf.title].join(' ').toLowerCase();
    const words = operation ? [...fieldsOf(book.document, operation), ...refusalsOf(operation)] : [];
    return {
      line,
      shown,
      told: [shown, operation?.description ?? '', ...words].join(' ').toLowerCase(),
      called: path === undefined ? null : new RegExp(`^${path.replace(/\{[a-z_]+\}/g, '[^/]+')}$`),
    };
  });
}

// The places within chapters that the index does not list.
function termsOf({ addressOf }: Book): (leaf: Leaf) => Entry[] {
  return ({ chapters }) =>
    chapters.flatMap(({ title: chapter, terms = [] }) =>
      terms.map(({ id, title, about }) => {
        const line = {
          anchor: id,
          title,
          address: addressOf(id),
          name: html`<code>${title}</code>`,
          about,
          marks: [],
        };
        const shown = [title, about, chapter].join(' ').toLowerCase();
        return { line, shown, told: shown, called: null };
      }),
    );
}

// What an operation refuses, by code and by words: somebody who was refused looks for either.
function refusalsOf({ responses }: OperationObject): string[] {
  return Object.values(responses).flatMap(({ content, 'x-codes': codes = [] }) => [
    ...codes,
    ...Object.values(content?.[JSON_TYPE]?.examples ?? {}).map(({ summary }) => summary),
  ]);
}

// The names of what is sent and answered: somebody who met one of them looks for it.
function fieldsOf(document: OpenApiDocument, operation: OperationObject): string[] {
  const { parameters = [], requestBody, responses } = operation;
  const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const bodies = [requestBody, ...answers.map(([, answer]) => answer)];
  const schemas = bodies.flatMap((body) => body?.content?.[JSON_TYPE]?.schema ?? []);
  const named = schemas.flatMap((schema) => namesIn(document, schema, 0));
  return [...new Set([...parameters.map(({ name }) => name), ...named])];
}

function namesIn(document: OpenApiDocument, schema: JsonSchema, depth: number): string[] {
  if (depth > FIELDS_DEPTH_MAX) return [];
  const { properties = {}, items, anyOf = [] } = resolved(document, schema);
  const inner = [...Object.values(properties), ...(items ? [items] : []), ...anyOf];
  return [...Object.keys(properties), ...inner.flatMap((one) => namesIn(document, one, depth + 1))];
}
