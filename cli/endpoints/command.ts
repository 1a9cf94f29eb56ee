import type { Answers } from '../../client/src/index.ts';
import { DELIVERY_STATES } from '../../wire/webhooks/schemas.ts';
import { defineCommand, UsageError } from '../command.ts';
import { channelClient, KEY, WHERE } from '../deployment.ts';
import { tableOf } from '../output.ts';
import { listed, pageOf, pageOptions } from '../page.ts';

type Delivery = Answers['endpoints.deliveries']['items'][number];

// How many the service lists when none is said.
const USUAL = 50;

export const endpointsListCommand = defineCommand({
  options: { ...WHERE, ...KEY },
  positionals: [],
  detail: 'Lists those of the channel whose key it has, disabled ones too.',
  run: async ({ values, output }) => {
    const { fairway } = await channelClient(values);
    const endpoints = await fairway.endpoints.list();
    const headings = ['endpoint', 'status', 'types', 'url'];
    const cells = (one: Answers['endpoints.list'][number]) => [
      one.id,
      one.status,
      String(one.event_types.length),
      one.url,
    ];
    output.result(endpoints, listed(endpoints.length, headings, endpoints, cells));
  },
});

export const endpointsDeliveriesCommand = defineCommand({
  options: {
    state: { type: 'string', value: '<state>', summary: `one of ${DELIVERY_STATES.join(', ')}` },
    limit: pageOptions(USUAL).limit,
    cursor: { type: 'string', value: '<cursor>', summary: 'go on where a page ended' },
    ...WHERE,
    ...KEY,
  },
  positionals: ['endpoint_id'],
  detail:
    'Lists what was posted to an endpoint of the channel, that of the newest event first, with the last answer and the next try. ' +
    'With --json each has all of its attempts.',
  run: async ({ values, positionals: [endpoint_id = ''], output }) => {
    const { fairway } = await channelClient(values);
    const page = await fairway.endpoints.deliveries({
      endpoint_id,
      ...stateOf(values.state),
      ...pageOf({ limit: values.limit }),
      ...(values.cursor !== undefined && { cursor: values.cursor }),
    });
    output.result(page, deliveriesText(page));
  },
});

function stateOf(text: string | undefined): { state?: (typeof DELIVERY_STATES)[number] } {
  if (text === undefined) return {};
  const state = DELIVERY_STATES.find((one) => one === text);
  if (state === undefined) throw new UsageError(`--state is one of ${DELIVERY_STATES.join(', ')}`);
  return { state };
}

function deliveriesText({ items, next_cursor }: Answers['endpoints.deliveries']): string {
  const headings = ['raised', 'event', 'type', 'state', 'attempts', 'last answer', 'next try'];
  const table = items.length > 0 && tableOf(headings, items.map(cellsOf));
  if (next_cursor === null) return table || 'None.';
  // A call goes by so many events and no more: an empty page is not always the last.
  return `${table || 'None among the newest events.'}\nmore: --cursor ${next_cursor}`;
}

function cellsOf(delivery: Delivery): string[] {
  return [
    ...[delivery.created_at, delivery.event_id, delivery.type, delivery.state],
    ...[String(delivery.attempts_made), lastOf(delivery.attempts), delivery.next_attempt_at ?? '-'],
  ];
}

// What was answered tells more than that it counts as failed.
function lastOf(attempts: Delivery['attempts']): string {
  const last = attempts.at(-1);
  if (last === undefined) return '-';
  return `${last.status ?? last.error ?? ''} after ${last.ms} ms`;
}
