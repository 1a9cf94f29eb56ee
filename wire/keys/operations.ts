import { Type } from 'typebox';
import { CHANNEL, type Operations } from '../operation.ts';
import { closed, Uuid } from '../shapes.ts';
import { CreatedKey, Key, NewKey } from './schemas.ts';

const KeyPath = Type.Object({ key_id: Uuid }, closed);

export const KEY_OPERATIONS = {
  'keys.list': {
    method: 'GET',
    path: '/api/channel/api-keys',
    accepts: CHANNEL,
    budget: 60,
    tag: 'Channel API keys',
    summary: 'List API keys',
    notes:
      'Newest first, revoked ones included. No answer ever holds a key again after the one that made it.',
    responses: { 200: Type.Array(Key) },
  },
  'keys.create': {
    method: 'POST',
    path: '/api/channel/api-keys',
    accepts: CHANNEL,
    budget: 10,
    tag: 'Channel API keys',
    summary: 'Mint an API key',
    notes:
      'The answer holds the key itself, this once: the service keeps a hash. The key is of the environment ' +
      'of the key that asks. A channel has at most 20 active keys; revoked ones do not count.',
    body: NewKey,
    refusals: ['too_many_keys'],
    responses: { 201: CreatedKey },
  },
  'keys.revoke': {
    method: 'POST',
    path: '/api/channel/api-keys/:key_id/revoke',
    accepts: CHANNEL,
    budget: 20,
    tag: 'Channel API keys',
    summary: 'Revoke an API key',
    notes:
      'Works from the moment it is answered and cannot be undone. Revoking again changes nothing. A key may ' +
      'revoke itself, even as the last one, after which only a new invitation of the owner brings a key.',
    params: KeyPath,
    refusals: ['key_not_found'],
    responses: { 200: Key },
  },
} as const satisfies Operations;
