import { type Static, Type } from 'typebox';
import { MERCHANT, ORDER, SESSION } from './one-shop.ts';
import {
  currency,
  from,
  merchant,
  minorUnits,
  of,
  order,
  text,
  textOrNull,
  time,
  word,
  type EventDefinition,
} from './shapes.ts';

export const CheckoutSessionCreatedObject = Type.Object(
  {
    id: text('The session.'),
    ...merchant,
    ...order,
    checkout_session_id: text('The session.'),
    amount: text('The amount as a decimal, without trailing zeros.'),
    amount_cents: minorUnits("The amount in the currency's minor units."),
    currency,
    status: word(['open'], 'The state of the session.'),
    description: textOrNull('As the session was created with.'),
    expires_at: time('When the session ends.'),
    created_at: time('When it was created.'),
  },
  of('checkout.session.created'),
);

const CHECKOUT_SESSION_CREATED: Static<typeof CheckoutSessionCreatedObject> = {
  ...MERCHANT,
  ...ORDER,
  id: SESSION,
  amount: '42',
  amount_cents: 4200,
  currency: 'USD',
  status: 'open',
  description: 'Two tickets for \u201cZo\u00eb\u201d',
  expires_at: '2026-01-01T00:30:00.000Z',
  created_at: '2026-01-01T00:00:00.000Z',
};

export const SESSION_EVENTS = {
  'checkout.session.created': {
    ...from('sessions', 'session', 'A session was created for a merchant.'),
    object: CheckoutSessionCreatedObject,
    example: CHECKOUT_SESSION_CREATED,
  },
} as const satisfies Record<string, EventDefinition>;
