import { sql } from 'kysely';
import type { Db } from '../../../db/tx.ts';
import type { Clock } from '../../../lib/clock.ts';
import { openSecret } from '../secret.ts';
import { coalesce } from '../../../lib/coalesce.ts';

/** What the endpoint's row says at the moment of sending. */
export type SigningKey =
  { kind: 'key'; secret: string; seconds: number } | { kind: 'stopped' } | { kind: 'unreadable' };

export type ReadSigningKey = (delivery: { endpoint_id: string; activation: number }) => Promise<SigningKey>;

interface SecretRow {
  id: string;
  enabled: boolean;
  activation: number;
  secret: Buffer;
  secret_version: number;
}

/** Reads secrets when a socket is ready to send, many in one statement. The signing second is stamped before the read:
 *  a request that carries a second after a rotation can only be signed with the new secret. */
export function signingKeys(db: Db, options: { clock: Clock; secretsKey: Buffer }): ReadSigningKey {
  return coalesce(async (asked) => {
    const seconds = Math.floor(options.clock.wall().getTime() / 1000);
    const ids = [...new Set(asked.map((one) => one.endpoint_id))];
    const { rows } = await sql<SecretRow>`
      select id, enabled, activation, secret, secret_version from webhook_endpoints
      where id = any(${ids}::uuid[])`.execute(db);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return asked.map(({ endpoint_id, activation }) => {
      const row = byId.get(endpoint_id);
      if (!row || !row.enabled || row.activation !== activation) return { kind: 'stopped' };
      return openRow(row, { ...options, seconds });
    });
  });
}

// A secret that does not open fails its own deliveries only.
function openRow(row: SecretRow, options: { secretsKey: Buffer; seconds: number }): SigningKey {
  try {
    const { secret, secret_version: version } = row;
    const plain = openSecret(options.secretsKey, { endpoint_id: row.id, secret, version });
    return { kind: 'key', secret: plain, seconds: options.seconds };
  } catch {
    return { kind: 'unreadable' };
  }
}
