import { Type } from 'typebox';
import { closed, DateTime, Email, nullable, pageOf } from '../shapes.ts';

const channel = { channel_id: Type.String(), name: Type.String(), active: Type.Boolean() };

const channelSettings = {
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
