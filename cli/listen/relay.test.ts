import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FedEvent } from './forward.ts';
import { relay, type RelayParts, RETRY_DELAYS_MS } from './relay.ts';

const SCALE = 100;

let server: Server;
let target: URL;
beforeEach(async () => {
  server = createServer(({ headers }, response) => {
    response.writeHead(headers['service-event-id'] === 'hopeless' ? 500 : 204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  target = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`);
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const event = (id: string): FedEvent => ({
  ...{ id, cursor: `at ${id}`, type: 'payment.captured', merchant_id: 'merchant', body: '{}' },
});

/** Relays one page of events, and tells what was told of each attempt and which cursors were kept. */
async function relayed(items: readonly FedEvent[]) {
  const ending = new AbortController();
  const told: unknown[][] = [];
  const kept: string[] = [];
  const page = { channel_id: 'channel', cursor: 'at the end', isEnd: true };
  const pages = [{ ...page, items: [...items] }];
  const parts: RelayParts = {
    feed: {
      next: async () => {
        const next = pages.shift();
        if (!next) ending.abort();
        return next ?? { ...page, items: [] };
      },
    },
    ...{ target, types: null, signal: ending.signal },
    file: {
      ...{ file: 'cursor.json', found: null, release: async () => undefined },
      write: async ({ cursor }) => void kept.push(cursor),
    },
    output: {
      ...{
        isJson: true,
        note: () => undefined,
        progress: () => undefined,
        progressed: () => undefined,
        paint: (_color, text) => text,
      },
      result: (record) => {
        const { event_id, attempt, outcome } = record as Record<string, unknown>;
        told.push([event_id, attempt, outcome]);
      },
    },
    retryDelaysMs: RETRY_DELAYS_MS.map((ms) => ms / SCALE),
  };
  await relay(parts, { channel_id: 'channel', cursor: 'start', secret: 'whsec_test' }, false);
  return { told, kept };
}

test('an event that is refused again and again is passed over after its fifth attempt', async () => {
  const from = performance.now();
  const { told, kept } = await relayed([event('hopeless'), event('last')]);
  expect(told).toEqual([
    ...[1, 2, 3, 4].map((attempt) => ['hopeless', attempt, 'retrying']),
    ['hopeless', 5, 'given_up'],
    ['last', 1, 'delivered'],
  ]);
  expect(kept).toEqual(['at hopeless', 'at last', 'at last']);
  // The waits of service between them, scaled: 7.5 s in all.
  expect(performance.now() - from).toBeGreaterThanOrEqual(7_500 / SCALE - RETRY_DELAYS_MS.length);
});
