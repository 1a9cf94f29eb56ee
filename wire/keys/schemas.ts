import { Type } from 'typebox';
import type { Notes } from '../notes.ts';
import { closed, DateTime, oneOf, pageOf } from '../shapes.ts';

export const NewKey = Type.Object({ name: Type.String({ minLength: 1, maxLength: 100 }) }, closed);

const record = {
  id: Type.String(),
  name: Type.String(),
  prefix: Type.String(),
  status: oneOf(['active', 'revoked']),
  environment: oneOf(['test', 'live']),
  created_at: DateTime,
};

export const Key = Type.Object(record, closed);
export const KeyPage = pageOf(Key);
/** The only answer that holds the key itself. */
export const CreatedKey = Type.Object({ ...record, key: Type.String() }, closed);

/** What fields mean. */
export const NOTES = {
  'NewKey.name': 'For people; it need not be unique.',
  'Key.prefix': 'The first characters of the key, enough to tell it from others.',
  'CreatedKey.key': 'The key itself. It is not shown again.',
  'Key.id': 'Revoking addresses it. It is not the key.',
  'Key.status': 'Whether it is still good.',
} as const satisfies Notes;
