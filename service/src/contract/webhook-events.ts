import { EVENT_TYPES, EVENTS, type EventType } from '../../../wire/events/registry.ts';
import { EVENT_ID_HEADER, EVENT_TYPE_HEADER, USER_AGENT } from '../../../wire/webhooks/delivery-headers.ts';
import {
  SIGNATURE_FORM,
  SIGNATURE_HEADER,
  TIMESTAMP_FORM,
  TIMESTAMP_HEADER,
} from '../../../wire/webhooks/signature.ts';
import { canonicalJson, type Json } from '../lib/canonical-json.ts';
import { COMPONENT_NAMES } from './component-names.ts';
import { type Publisher, publisher } from './json-schema.ts';
import {
  JSON_TYPE,
  type JsonSchema,
  type JsonValue,
  type OperationObject,
  type Parameter,
  type PathItem,
} from './openapi.ts';

const WHEN_TRIED_AGAIN =
  'Anything else, a redirect included, or ten seconds without a byte: tried again, eight times in all.';

// Nothing of the examples is of a real deployment; the time is that of the other examples.
const EXAMPLE_ID = 'evt_019b76da9c007abc8def0123456789ab';
const EXAMPLE_CREATED = 1767225600;

/** The webhooks of the document: for each of the event types, what is posted to a subscribed endpoint. */
export function webhooksOf(): {
  webhooks: Record<string, PathItem>;
  schemas: Record<string, JsonSchema>;
} {
  // The fields of events say themselves what they mean.
  const made = publisher({ names: COMPONENT_NAMES, noteOf: () => null });
  const webhooks = Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: deliveryOf(type, made) }]));
  return { webhooks, schemas: made.components() };
}

/** The body of a delivery of this type, the very bytes that are signed and sent: canonical, in one line. */
export function exampleDelivery(type: EventType): string {
  const object = EVENTS[type].example as Json;
  return canonicalJson({ id: EXAMPLE_ID, type, created: EXAMPLE_CREATED, data: { object } });
}

function deliveryOf(type: EventType, made: Publisher): OperationObject {
  const schema = envelopeOf(type, made.publish(EVENTS[type].object));
  const example = JSON.parse(exampleDelivery(type)) as JsonValue;
  return {
    operationId: `webhook.${type}`,
    tags: ['Webhooks'],
    summary: type,
    description: EVENTS[type].told,
    // No credential of the document: the signature is in the headers.
    security: [],
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

function envelopeOf(type: EventType, object: JsonSchema): JsonSchema {
  return {
    type: 'object',
    required: ['id', 'type', 'created', 'data'],
    properties: {
      id: { type: 'string', pattern: '^evt_[0-9a-f]{32}$', description: 'The event. Deduplicate on it.' },
      type: { type: 'string', const: type, description: 'What happened.' },
      created: { type: 'integer', description: 'Unix seconds.' },
      data: {
        type: 'object',
        description: 'What it happened to.',
        required: ['object'],
        properties: { object: { ...object, description: 'The resource, as it was then.' } },
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
    header(SIGNATURE_HEADER, '`t` is the second of sending, `v1` the HMAC-SHA256 of `<t>.<raw body>`.', {
      type: 'string',
      pattern: SIGNATURE_FORM.source,
    }),
    header(TIMESTAMP_HEADER, 'The same second as `t`.', { type: 'string', pattern: TIMESTAMP_FORM.source }),
    header(EVENT_ID_HEADER, "The envelope's `id`.", { type: 'string' }),
    header(EVENT_TYPE_HEADER, "The envelope's `type`.", { type: 'string', const: type }),
    header('User-Agent', 'Never a proof of who sends.', { type: 'string', const: USER_AGENT }),
  ];
}
