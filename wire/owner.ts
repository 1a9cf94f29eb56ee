import { Type } from 'typebox';
import { closed, DateTime } from './shapes.ts';

export const Activation = Type.Object({ password: Type.String({ maxLength: 1_000 }) }, closed);
export const Activated = Type.Object(
  { key: Type.String(), base_url: Type.String(), channel_id: Type.String(), recoverable_until: DateTime },
  closed,
);
