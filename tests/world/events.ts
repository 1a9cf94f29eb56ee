import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { canonicalJson, type Json } from '../../service/src/lib/canonical-json.ts';
import { EVENT_TYPES, EVENTS, type EventType } from '../../wire/events/registry.ts';
import { FORMATS } from './contract.ts';

const SHOWN_MAX = 2_000;

export interface RaisedEvent {
  type: string;
  body: string;
}

const checks = new Map<string, ValidateFunction>();

/** Throws when an event is not what the registry says of its type: the envelope, every key of the object with its
 *  type, no key beside them, and bytes in the canonical form. */
export function checkEvent(event: RaisedEvent): void {
  const envelope = JSON.parse(event.body) as { type?: unknown };
  const differences = EVENT_TYPES.includes(event.type as EventType)
    ? differencesOf(event.type as EventType, envelope)
    : ['the type is not of the vocabulary'];
  if (envelope.type !== event.type) differences.push(`its envelope says ${String(envelope.type)}`);
  if (canonicalJson(envelope as Json) !== event.body) differences.push('the bytes are not canonical');
  if (differences.length === 0) return;
  const shown = event.body.slice(0, SHOWN_MAX);
  throw new Error([`An event ${event.type} is not as registered:`, ...differences, shown].join('\n'));
}

function differencesOf(type: EventType, envelope: unknown): string[] {
  const validate = checks.get(type) ?? compile(type);
  checks.set(type, validate);
  if (validate(envelope)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    return `${instancePath} ${message} ${JSON.stringify(params)}`;
  });
}

function compile(type: EventType): ValidateFunction {
  const ajv = new Ajv2020({ allErrors: true, strict: false, formats: FORMATS });
  const eventId = { type: 'string', pattern: '^evt_[0-9a-f]{32}$' };
  return ajv.compile({
    type: 'object',
    required: ['id', 'type', 'created', 'data'],
    additionalProperties: false,
    properties: {
      id: eventId,
      type: { const: type },
      created: { type: 'integer', minimum: 0 },
      replay_of_event_id: eventId,
      data: {
        type: 'object',
        required: ['object'],
        additionalProperties: false,
        properties: { object: { ...EVENTS[type].object, additionalProperties: false } },
      },
    },
  });
}
