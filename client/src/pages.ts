import type { Paged } from './shapes.ts';

type Fields = Record<string, unknown>;

/** Where a list that is read by cursor says how it goes on; null at its end. */
const NEXT = 'next_cursor';

/** A page that was asked for, and a walk over everything from there on. `read` reads one page. */
export function paged(
  items: string,
  request: Fields,
  read: (request: Fields) => Promise<unknown>,
): Paged<unknown, unknown> {
  const first = read(request);
  const walk = () => itemsFrom({ items, request, first, read });
  return Object.assign(first, { [Symbol.asyncIterator]: walk });
}

interface Walk {
  items: string;
  request: Fields;
  first: Promise<unknown>;
  read: (request: Fields) => Promise<unknown>;
}

async function* itemsFrom(walk: Walk): AsyncGenerator<unknown> {
  const page = await walk.first;
  const isByCursor = typeof page === 'object' && page !== null && NEXT in page;
  yield* isByCursor ? byCursor(walk, page) : byOffset(walk, page);
}

// A cursor stays where it is, whatever comes in before it.
async function* byCursor(walk: Walk, first: unknown): AsyncGenerator<unknown> {
  for (let page = first; ;) {
    yield* listOf(page, walk.items);
    const cursor = (page as Fields)[NEXT];
    if (typeof cursor !== 'string') return;
    page = await walk.read({ ...walk.request, cursor });
  }
}

async function* byOffset(walk: Walk, first: unknown): AsyncGenerator<unknown> {
  let offset = numberIn(walk.request, 'offset') ?? 0;
  let page = first;
  let before: ReadonlySet<unknown> = new Set();
  for (;;) {
    const list = listOf(page, walk.items);
    // Lists begin with what is new: what came in since the last page was read has moved its end to this one.
    yield* list.filter((item) => !before.has(idOf(item)));
    offset += list.length;
    const limit = numberIn(page, 'limit') ?? numberIn(walk.request, 'limit');
    const total = numberIn(page, 'total');
    const isLast = total === null ? list.length < (limit ?? 1) : offset >= total;
    if (list.length === 0 || isLast) return;
    before = new Set(list.map(idOf));
    page = await walk.read({ ...walk.request, offset });
  }
}

function listOf(page: unknown, items: string): unknown[] {
  const list = items === '' ? page : (page as Fields)[items];
  return Array.isArray(list) ? list : [];
}

// An item's own id is its first field by that name, or else the first that names it by its kind.
function idOf(item: unknown): unknown {
  const fields = (typeof item === 'object' && item !== null ? item : {}) as Fields;
  return fields['id'] ?? Object.entries(fields).find(([name]) => name.endsWith('_id'))?.[1] ?? item;
}

function numberIn(record: unknown, name: string): number | null {
  const value = typeof record === 'object' && record !== null ? (record as Fields)[name] : undefined;
  return typeof value === 'number' ? value : null;
}
