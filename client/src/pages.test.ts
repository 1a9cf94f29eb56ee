import { expect, test } from 'vitest';
import { fairwayClient } from './client.ts';
import type { Fetch } from './shapes.ts';

const PAGE_DEFAULT = 2;

/** A list of transactions, newest first, that `grow` puts new ones in front of between two reads. */
function listing(ids: string[], grow: () => string[] = () => []) {
  const reads: string[] = [];
  const list = [...ids];
  const fetch: Fetch = async (url) => {
    if (reads.length > 0) list.unshift(...grow());
    reads.push(new URL(url).search);
    const query = new URL(url).searchParams;
    const [limit, offset] = [Number(query.get('limit') ?? PAGE_DEFAULT), Number(query.get('offset') ?? 0)];
    const items = list.slice(offset, offset + limit).map((id) => ({ id }));
    const body = { items, total: list.length, limit, offset };
    return { status: 200, headers: new Headers(), text: async () => JSON.stringify(body) };
  };
  return { reads, fairway: fairwayClient({ baseUrl: 'https://pay.example.com', fetch }) };
}

async function walked(list: AsyncIterable<{ id: string }>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of list) ids.push(id);
  return ids;
}

test('a list that is awaited is its page', async () => {
  const { fairway, reads } = listing(['a', 'b', 'c']);
  expect(await fairway.transactions.list()).toMatchObject({ total: 3, items: [{ id: 'a' }, { id: 'b' }] });
  expect(reads).toEqual(['']);
});

test('a list that is walked is everything, each page read once', async () => {
  const { fairway, reads } = listing(['a', 'b', 'c', 'd', 'e']);
  expect(await walked(fairway.transactions.list({ status: 'captured' }))).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(reads).toEqual(['?status=captured', '?status=captured&offset=2', '?status=captured&offset=4']);
});

test('a walk begins where it is told to, and ends where it is left', async () => {
  const { fairway, reads } = listing(['a', 'b', 'c', 'd', 'e']);
  expect(await walked(fairway.transactions.list({ offset: 3, limit: 5 }))).toEqual(['d', 'e']);
  expect(reads).toHaveLength(1);
  for await (const { id } of fairway.transactions.list()) if (id === 'b') break;
  expect(reads).toHaveLength(2);
});

test('a list without anything is walked in one read', async () => {
  const { fairway, reads } = listing([]);
  expect(await walked(fairway.transactions.list())).toEqual([]);
  expect(reads).toHaveLength(1);
});

test('nothing is missed or given twice while new items come in', async () => {
  let made = 0;
  const { fairway } = listing(['a', 'b', 'c', 'd', 'e', 'f'], () => (made < 3 ? [`new-${(made += 1)}`] : []));
  const ids = await walked(fairway.transactions.list({ limit: 3 }));
  expect(ids).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

test('a page that cannot be read ends the walk with its error', async () => {
  let reads = 0;
  const fetch: Fetch = async () => {
    reads += 1;
    const body = { items: [{ id: String(reads) }], total: 9, limit: 1, offset: reads - 1 };
    const status = reads < 3 ? 200 : 403;
    const text = async () =>
      JSON.stringify(status === 200 ? body : { detail: 'No', code: 'channel_inactive' });
    return { status, headers: new Headers(), text };
  };
  const fairway = fairwayClient({ baseUrl: 'https://pay.example.com', fetch });
  await expect(walked(fairway.transactions.list())).rejects.toMatchObject({ code: 'channel_inactive' });
});

test('a list that is read by cursor is walked from cursor to cursor', async () => {
  const pages: Record<string, object> = {
    '?limit=2': { items: [{ event_id: 'evt_4' }, { event_id: 'evt_3' }], next_cursor: 'evt_3' },
    // A page may be empty, and not be the last.
    '?limit=2&cursor=evt_3': { items: [], next_cursor: 'evt_2' },
    '?limit=2&cursor=evt_2': { items: [{ event_id: 'evt_1' }], next_cursor: null },
  };
  const reads: string[] = [];
  const fetch: Fetch = async (url) => {
    const { search } = new URL(url);
    reads.push(search);
    return { status: 200, headers: new Headers(), text: async () => JSON.stringify(pages[search]) };
  };
  const { endpoints } = fairwayClient({ baseUrl: 'https://pay.example.com', fetch });
  const ids: string[] = [];
  for await (const { event_id } of endpoints.deliveries({ endpoint_id: 'we_1', limit: 2 }))
    ids.push(event_id);
  expect(ids).toEqual(['evt_4', 'evt_3', 'evt_1']);
  expect(reads).toEqual(Object.keys(pages));
  expect(await endpoints.deliveries({ endpoint_id: 'we_1', limit: 2 })).toEqual(pages['?limit=2']);
});
