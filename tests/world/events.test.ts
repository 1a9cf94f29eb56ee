import { describe, expect, test } from 'vitest';
import { canonicalJson, type Json } from '../../service/src/lib/canonical-json.ts';
import { EVENTS } from '../../wire/events/registry.ts';
import { checkEvent } from './events.ts';

const TYPE = 'payment.captured';

const bodyOf = (object: object, envelope: object = {}) =>
  canonicalJson({
    id: `evt_${'0'.repeat(32)}`,
    type: TYPE,
    created: 1,
    data: { object },
    ...envelope,
  } as Json);
const check = (body: string, type = TYPE) => checkEvent({ type, body });
const good = EVENTS[TYPE].example;

describe('an event is checked', () => {
  test('and passes as registered, replayed too', () => {
    expect(() => check(bodyOf(good))).not.toThrow();
    expect(() => check(bodyOf(good, { replay_of_event_id: `evt_${'1'.repeat(32)}` }))).not.toThrow();
  });

  test.each([
    ['a key too many', bodyOf({ ...good, card_number: '4111' }), 'card_number'],
    ['a value of another type', bodyOf({ ...good, amount_cents: '4200' }), '/data/object/amount_cents'],
    ['a time that is none', bodyOf({ ...good, captured_at: 'now' }), '/data/object/captured_at'],
    ['another state', bodyOf({ ...good, status: 'refunded' }), '/data/object/status'],
    ['a key of the envelope too many', bodyOf(good, { livemode: true }), 'livemode'],
    ['another type in the envelope', bodyOf(good, { type: 'payment.failed' }), 'payment.failed'],
    ['bytes with blanks', bodyOf(good).replace(':', ': '), 'not canonical'],
  ])('for %s', (_what, body, said) => {
    expect(() => check(body)).toThrow(said);
  });

  test('for a key that is missing', () => {
    const { captured_at: _captured, ...rest } = good;
    expect(() => check(bodyOf(rest))).toThrow("must have required property 'captured_at'");
  });

  test('for a type that is not of the vocabulary', () => {
    expect(() => check(bodyOf(good, { type: 'payment.lost' }), 'payment.lost')).toThrow('vocabulary');
  });
});
