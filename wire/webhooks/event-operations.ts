import { Type } from 'typebox';
import { BY_OPERATOR, CHANNEL, type Operations } from '../operation.ts';
import { closed } from '../shapes.ts';
import { EventFeed, EventFeedQuery } from './feed.ts';
import {
  EventId,
  EventQuery,
  OperatorEvent,
  OperatorEventPage,
  Replayed,
  ReplayFilter,
  ReplayTarget,
} from './schemas.ts';

const EventPath = Type.Object({ event_id: EventId }, closed);

export const EVENT_FEED_OPERATIONS = {
  'events.feed': {
    method: 'GET',
    path: '/api/channel/event-feed',
    accepts: CHANNEL,
    budget: 300,
    tag: 'Webhook endpoints',
    summary: 'Follow the events of the channel',
    notes:
      'Test environment only; elsewhere 404. The events of the channel in an order that never changes, those ' +
      'without a subscriber included. Without `after` it answers the cursor of the present moment; go on from ' +
      'the `cursor` of an answer, or of an event in it. With `wait_seconds` it waits for an event to come.',
    parameter_notes: {
      after: 'The cursor to go on from; `start` stands before all events.',
      wait_seconds: 'For how many seconds an event is waited for at most.',
    },
    query: EventFeedQuery,
    refusals: ['route_not_found', 'feed_cursor_foreign'],
    responses: { 200: EventFeed },
    test_only: true,
  },
} as const satisfies Operations;

export const OPERATOR_EVENT_OPERATIONS = {
  'operator.events.list': {
    method: 'GET',
    path: '/api/operator/events',
    ...BY_OPERATOR,
    summary: 'List events with their deliveries',
    notes: 'Newest first, each with the text that is signed, its deliveries and their attempts.',
    parameter_notes: {
      endpoint_id:
        'Only events that went to this endpoint, of the newest 50,000 of its channel or merchant. A state of deliveries is ' +
        'then that of the delivery to it; what failed or was parked is found however old.',
    },
    query: EventQuery,
    responses: { 200: OperatorEventPage },
  },
  'operator.events.replay': {
    method: 'POST',
    path: '/api/operator/events/:event_id/replay',
    ...BY_OPERATOR,
    summary: 'Replay one event',
    notes:
      'Raises the event anew, with `replay_of_event_id`, to whoever subscribes now, or to one endpoint of those ' +
      'alone, which `endpoint_id` names.',
    params: EventPath,
    body: ReplayTarget,
    body_when_absent: {},
    example: {},
    refusals: ['event_not_found', 'endpoint_not_found', 'endpoint_not_subscribed'],
    responses: { 201: OperatorEvent },
  },
  'operator.events.replay_many': {
    method: 'POST',
    path: '/api/operator/events/replay',
    ...BY_OPERATOR,
    summary: 'Replay the events of a filter',
    notes:
      'Replays what the filter finds, oldest first, leaving out what has a replay that is under way or was ' +
      'delivered. `dry_run` only counts. With `endpoint_id` it is sent to that endpoint alone, and what is left out is ' +
      'what a replay has reached it with.',
    body: ReplayFilter,
    example: { state: 'no_subscriber', dry_run: true },
    refusals: ['endpoint_not_found', 'endpoint_not_subscribed'],
    responses: { 200: Replayed },
  },
} as const satisfies Operations;
