import { Type } from 'typebox';
import type { Notes } from '../notes.ts';
import { closed } from '../shapes.ts';

const text = Type.Optional(Type.String());
const amount = Type.Optional(Type.Integer());

/** What the provider says of a payment at this moment. What it does not say is left out. */
export const ProviderDetail = Type.Object(
  {
    available: Type.Boolean(),
    provider: Type.String(),
    authorized_amount_cents: amount,
    captured_amount_cents: amount,
    external_identifier: text,
    payment_service_definition_id: text,
    payment_service_display_name: text,
    provider_status: text,
    provider_updated_at: text,
    reconciliation_id: text,
    payload: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  closed,
);

/** What fields mean, where their names do not say it all. */
export const NOTES = {
  'ProviderDetail.available': 'False: the provider says nothing of it, or cannot be reached.',
  'ProviderDetail.payload': 'Its own answer, without persons, addresses and links.',
} as const satisfies Notes;
