import { sql } from 'kysely';
import type { Db } from '../../../db/tx.ts';
import type { Clock } from '../../../lib/clock.ts';
import { openSecret } from '../secret.ts';
import { coalesce } from '../../../lib/coalesce.ts';

/** What the endpoint's row says at the moment of sending. */
export type SigningKey =
  | { kind: 'key'; secret: string; seconds: number }
  | { kind: 'stopped' }
  | { kind: 'unreadable' }
  /** The delivery was taken back meanwhile: another process may have made it. */
  | { kind: 'lost' };

/** What holds a delivery for the process that claimed it. */
export interface Lease {
  id: number;
  token: string;
}

export type ReadSigningKey = (delivery: {
  endpoint_id: string;
  activation: number;
  lease: Lease | null;
}) => Promise<SigningKey>;

interface SecretRow {
  id: string;
  enabled: boolean;
  activation: number;
  secret: Buffer;
  secret_version: number;
}

/** Reads secrets when a socket is ready to send, many in one statement, and whether the leases still hold: a process that
 *  was stopped for longer than them sends nothing that another one may have delivered. The signing second is stamped before the read:
 *  a request that carries a second after a rotation can only be signed with the new secret. */
export function signingKeys(db: Db, options: { clock: Clock; secretsKey: Buffer }): ReadSigningKey {
  return coalesce(async (asked) => {
    const seconds = Math.floor(options.clock.wall().getTime() / 1000);
    const ids = [...new Set(asked.map((one) => one.endpoint_id))];
    const leases = asked.flatMap(({ lease }) => lease ?? []);
    const [{ rows }, held] = await Promise.all([
      sql<SecretRow>`
        select id, enabled, activation, secret, secret_version from webhook_endpoints
        where id = any(${ids}::uuid[])`.execute(db),
      readHeld(db, leases),
    ]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return asked.map(({ endpoint_id, activation, lease }) => {
      if (lease && !held.has(lease.token)) return { kind: 'lost' };
      const row = byId.get(endpoint_id);
      if (!row || !row.enabled || row.activation !== activation) return { kind: 'stopped' };
      return openRow(row, { ...options, seconds });
    });
  });
}

async function readHeld(db: Db, leases: readonly Lease[]): Promise<Set<string>> {
  const { rows } = await sql<{ token: string }>`
    select h.token
    from json_to_recordset(${JSON.stringify(leases)}::text::json) as h (id bigint, token uuid)
    join deliveries d on d.id = h.id and d.state = 'leased' and d.lease_token = h.token`.execute(db);
  return new Set(rows.map(({ token }) => token));
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
