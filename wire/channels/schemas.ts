import { Type } from 'typebox';
import type { Notes } from '../notes.ts';
import { closed, Currency, DateTime, Email, nullable, oneOf, pageOf, Prose } from '../shapes.ts';

const channel = { channel_id: Type.String(), name: Type.String(), active: Type.Boolean() };

export const TERMS_TYPES = ['fee_share', 'per_transaction', 'fee_share_and_per_transaction'] as const;

const basisPoints = nullable(Type.Integer({ minimum: 0, maximum: 10_000 }));
const minorUnits = nullable(Type.Integer({ minimum: 0, maximum: 1_000_000_000 }));

export const NewChannelTerms = Type.Object(
  {
    type: oneOf(TERMS_TYPES),
    description: Prose({ minLength: 1, maxLength: 500 }),
    fee_share_basis_points: Type.Optional(basisPoints),
    per_transaction_minor_units: Type.Optional(minorUnits),
    per_transaction_currency: Type.Optional(nullable(Currency)),
  },
  closed,
);

export const ChannelTerms = Type.Object(
  {
    version: Type.Integer(),
    type: oneOf(TERMS_TYPES),
    description: Type.String(),
    fee_share_basis_points: basisPoints,
    per_transaction_minor_units: minorUnits,
    per_transaction_currency: nullable(Type.String()),
    since: DateTime,
  },
  closed,
);

const channelSettings = {
  terms: nullable(ChannelTerms),
  onboarding_return_url: nullable(Type.String()),
  budget_factor: Type.Integer({ minimum: 1, maximum: 1000 }),
};

export const NewChannel = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 255 }), owner_email: Email },
  closed,
);

export const Invitation = Type.Object(
  { activation_url: Type.String(), activation_expires_at: DateTime },
  closed,
);

export const InvitedChannel = Type.Object(
  { ...channel, activation_url: Type.String(), activation_expires_at: DateTime },
  closed,
);

export const Channel = Type.Object({ ...channel, ...channelSettings, created_at: DateTime }, closed);

export const ChannelChange = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    active: Type.Optional(Type.Boolean()),
    onboarding_return_url: Type.Optional(nullable(Type.String({ format: 'return-url', maxLength: 1000 }))),
    budget_factor: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  },
  closed,
);

/** By the owner's id the operator starts the recovery of a lost device. */
export const ListedChannel = Type.Object(
  {
    ...channel,
    ...channelSettings,
    created_at: DateTime,
    owner_id: nullable(Type.String()),
    owner_email: nullable(Type.String()),
  },
  closed,
);

export const ChannelPage = pageOf(ListedChannel);

/** What fields mean. */
export const NOTES = {
  'Channel.name': 'What the channel is called, for people.',
  'Channel.active': 'Whether it may sell.',
  'Channel.terms': 'The terms in force; null before any were agreed on.',
  'ChannelTerms.version': 'Counts up with each change; statements name it.',
  'ChannelTerms.type':
    'What the channel is owed: a share of the platform’s fees, an amount for each payment, or both.',
  'ChannelTerms.description': 'The terms in words, as its statements repeat them.',
  'ChannelTerms.fee_share_basis_points':
    'The share of the fees, in hundredths of a percent; null where there is none.',
  'ChannelTerms.per_transaction_minor_units':
    'The amount for each payment, in minor units; null where there is none.',
  'ChannelTerms.per_transaction_currency':
    'The currency of that amount, and of the payments that it is owed for.',
  'NewChannel.owner_email': 'Whoever is invited to have the channel.',
  'ListedChannel.owner_id': 'Whoever has the channel; null where nobody has.',
  'ListedChannel.owner_email': 'The email of that person.',
  'ChannelTerms.since': 'When they came into force.',
} as const satisfies Notes;
