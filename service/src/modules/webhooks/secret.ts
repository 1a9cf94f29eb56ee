import { type KeyObject, randomBytes } from 'node:crypto';
import { seal, unseal } from '../../lib/seal.ts';

const SECRET_BYTES = 32;
const HINT_CHARACTERS = 4;

export interface SealedSecret {
  secret: Buffer;
  secret_hint: string;
  secret_version: number;
}

/** A new signing secret, in plain for the one answer that shows it and sealed for its row. The text as a whole, prefix
 *  included, is the HMAC key. */
export function newSecret(
  key: KeyObject,
  row: { endpoint_id: string; version: number },
): { plain: string; sealed: SealedSecret } {
  const plain = `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  return {
    plain,
    sealed: {
      secret: seal(key, plain, boundTo(row)),
      secret_hint: plain.slice(-HINT_CHARACTERS),
      secret_version: row.version,
    },
  };
}

/** Opens the secret of an endpoint. Throws when the stored value is not this endpoint's, or not this version's. */
export function openSecret(
  key: KeyObject,
  row: { endpoint_id: string; secret: Buffer; version: number },
): string {
  return unseal(key, row.secret, boundTo(row));
}

function boundTo(row: { endpoint_id: string; version: number }): string {
  return `webhook_endpoints:${row.endpoint_id}:${row.version}`;
}
