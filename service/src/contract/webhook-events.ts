import { EVENT_PAYLOAD_KEYS, EVENT_TYPES, type EventType } from '../../../wire/events.ts';
import { eventFields } from './event-fields.ts';
import { EVENT_NOTES } from './event-notes.ts';
import {
  JSON_TYPE,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  type OperationObject,
  type Parameter,
  type PathItem,
} from './openapi.ts';
import type { Sampler } from './samples.ts';

const WHEN_TRIED_AGAIN =
  'Anything else, a redirect included, or ten seconds without a byte: tried again, eight times in all.';

/** The webhooks of the document: for each of the event types, what is posted to a subscribed endpoint. */
export function webhooksOf(sampler: Sampler): {
  webhooks: Record<string, PathItem>;
  schemas: Record<string, JsonSchema>;
} {
  const schemas = Object.fromEntries(EVENT_TYPES.map((type) => [componentName(type), objectOf(type)]));
  const webhooks = Object.fromEntries(
    EVENT_TYPES.map((type) => [type, { post: deliveryOf(type, schemas, sampler) }]),
  );
  return { webhooks, schemas };
}

function componentName(type: EventType): string {
  const words = type.split(/[._]/).map((word) => word[0]!.toUpperCase() + word.slice(1));
  return `${words.join('')}Object`;
}

function objectOf(type: EventType): JsonSchema {
  const required: readonly string[] = EVENT_PAYLOAD_KEYS[type];
  return {
    title: componentName(type),
    type: 'object',
    description: `\`data.object\` of ${type}. Further fields may be added.`,
    required,
    properties: eventFields(type, required),
  };
}

function deliveryOf(type: EventType, schemas: Record<string, JsonSchema>, sampler: Sampler): OperationObject {
  const schema = envelopeOf(type);
  const object = sortedKeys(sampler.sampleOf(schemas[componentName(type)]!, type));
  const example = {
    created: 1767225600,
    data: { object },
    id: 'evt_019b76da9c007abc8def0123456789ab',
    type,
  };
  return {
    operationId: `webhook.${type}`,
    tags: ['Webhooks'],
    summary: type,
    description: EVENT_NOTES[type],
    parameters: headersOf(type),
    requestBody: {
      required: true,
      description: 'One line of JSON with sorted keys and no blanks between tokens.',
      content: { [JSON_TYPE]: { schema, example } },
    },
    responses: {
      '2XX': { description: 'Received for good. The body is not looked at.' },
      default: { description: WHEN_TRIED_AGAIN },
    },
  };
}

function envelopeOf(type: EventType): JsonSchema {
  return {
    type: 'object',
    required: ['id', 'type', 'created', 'data'],
    properties: {
      id: { type: 'string', pattern: '^evt_[0-9a-f]{32}$', description: 'The event. Deduplicate on it.' },
      type: { type: 'string', const: type },
      created: { type: 'integer', description: 'Unix seconds.' },
      data: {
        type: 'object',
        required: ['object'],
        properties: { object: { $ref: `#/components/schemas/${componentName(type)}` } },
      },
      replay_of_event_id: { type: 'string', description: 'On a replay only: the event that is repeated.' },
    },
  };
}

function headersOf(type: EventType): Parameter[] {
  const header = (name: string, description: string, schema: JsonSchema): Parameter => ({
    name,
    in: 'header',
    required: true,
    description,
    schema,
  });
  return [
    header('Service-Signature', '`t` is the second of sending, `v1` the HMAC-SHA256 of `<t>.<raw body>`.', {
      type: 'string',
      pattern: '^t=[0-9]+,v1=[0-9a-f]{64}$',
    }),
    header('Service-Timestamp', 'The same second as `t`.', { type: 'string', pattern: '^[0-9]+$' }),
    header('Service-Event-Id', "The envelope's `id`.", { type: 'string' }),
    header('Service-Event-Type', "The envelope's `type`.", { type: 'string', const: type }),
    header('User-Agent', 'Never a proof of who sends.', { type: 'string', const: 'Service-Webhooks/1.0' }),
  ];
}

function sortedKeys(object: JsonValue): JsonValue {
  const members = Object.entries(object as JsonObject);
  return Object.fromEntries(members.sort(([one], [other]) => (one < other ? -1 : 1)));
}
