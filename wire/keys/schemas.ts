import { Type } from 'typebox';
import { closed, DateTime, oneOf } from '../shapes.ts';

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
/** The only answer that holds the key itself. */
export const CreatedKey = Type.Object({ ...record, key: Type.String() }, closed);
