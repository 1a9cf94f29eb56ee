import { randomBytes } from 'node:crypto';
import { type Keyring, openWith, sealWith } from '../../lib/keyring.ts';

const SECRET_BYTES = 32;
const HINT_CHARACTERS = 4;

export interface SealedSecret {
  secret: Buffer;
  secret_key_id: string | null;
  secret_hint: string;
  secret_version: number;
}

/** A new signing secret, in plain for the one answer that shows it and sealed for its row. The text as a whole, prefix
 *  included, is the HMAC key. */
export function newSecret(
  keys: Keyring,
  row: { endpoint_id: string; version: number },
): { plain: string; sealed: SealedSecret } {
  const plain = `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  const { sealed, key_id } = sealWith(keys, plain, boundTo(row));
  return {
    plain,
    sealed: {
      secret: sealed,
      secret_key_id: key_id,
      secret_hint: plain.slice(-HINT_CHARACTERS),
      secret_version: row.version,
    },
  };
}

/** Opens the secret of an endpoint. Throws when the stored value is not this endpoint's, or not this version's. */
export function openSecret(
  keys: Keyring,
  row: { endpoint_id: string; secret: Buffer; key_id: string | null; version: number },
): string {
  return openWith(keys, { sealed: row.secret, key_id: row.key_id }, boundTo(row));
}

/** What a secret is bound to: it opens for this endpoint and this version only. */
export function boundTo(row: { endpoint_id: string; version: number }): string {
  return `webhook_endpoints:${row.endpoint_id}:${row.version}`;
}
