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

/** What fields mean. */
export const NOTES = {
  'ProviderDetail.available': 'False: the provider says nothing of it, or cannot be reached.',
  'ProviderDetail.payload': 'Its own answer, without persons, addresses and links.',
  'ProviderDetail.authorized_amount_cents': 'What the provider holds or held for it, in minor units.',
  'ProviderDetail.captured_amount_cents': 'What the provider took, in minor units.',
  'ProviderDetail.external_identifier': 'The id that the provider was given for it from here.',
  'ProviderDetail.payment_service_definition_id':
    'The service behind the provider that carried it out, by its id.',
  'ProviderDetail.payment_service_display_name': 'That service, as a person reads it.',
  'ProviderDetail.provider_status': 'Where it stands, in the provider’s words.',
  'ProviderDetail.provider_updated_at': 'When it changed last at the provider.',
  'ProviderDetail.reconciliation_id': 'What it is found by in the books of that service.',
} as const satisfies Notes;
