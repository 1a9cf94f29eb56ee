import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import type { Clock } from '../../lib/clock.ts';
import { coalesce } from '../../lib/coalesce.ts';
import type { Keyring } from '../../lib/keyring.ts';
import type { AskedForKey, ReadSigningKey, SigningKey } from '../../poster/index.ts';
import { openSecret } from './secret.ts';

interface SecretRow {
  place: number;
  is_held: boolean;
  is_current: boolean;
  endpoint_id: string;
  secret: Buffer;
  secret_key_id: string | null;
  secret_version: number;
}

/** Reads secrets when a socket is ready to send, many in one statement, and whether the leases still hold: a process that
 *  was stopped for longer than them sends nothing that another one may have delivered. The signing second is stamped before the read:
 *  a request that carries a second after a rotation can only be signed with the new secret. */
export function signingKeys(db: Db, options: { clock: Clock; keys: Keyring }): ReadSigningKey {
  return coalesce(async (asked) => {
    const seconds = Math.floor(options.clock.wall().getTime() / 1000);
    const rows = await readRows(db, asked);
    const byPlace = new Map(rows.map((row) => [row.place, row]));
    return asked.map((_, place) => {
      const row = byPlace.get(place);
      if (!row) return { kind: 'stopped' };
      if (!row.is_held) return { kind: 'lost' };
      if (!row.is_current) return { kind: 'stopped' };
      return openRow(row, { ...options, seconds });
    });
  });
}

async function readRows(db: Db, asked: readonly AskedForKey[]): Promise<SecretRow[]> {
  const named = asked.map(({ endpoint_id, activation, lease }, place) => ({
    ...{ place, endpoint_id, activation, id: lease?.id, token: lease?.token },
  }));
  const { rows } = await sql<SecretRow>`
    select a.place, w.id as endpoint_id, w.secret, w.secret_key_id, w.secret_version,
      w.enabled and w.activation = a.activation as is_current,
      a.id is null or coalesce((select d.lease_token = a.token from deliveries d where d.id = a.id), false) as is_held
    from json_to_recordset(${JSON.stringify(named)}::text::json)
      as a (place int, endpoint_id uuid, activation int, id bigint, token uuid)
    cross join lateral (
      select id, secret, secret_key_id, secret_version, enabled, activation from webhook_endpoints where id = a.endpoint_id limit 1
    ) w`.execute(db);
  return rows;
}

// A secret that does not open fails its own deliveries only.
function openRow(row: SecretRow, options: { keys: Keyring; seconds: number }): SigningKey {
  try {
    const { endpoint_id, secret, secret_key_id: key_id, secret_version: version } = row;
    const plain = openSecret(options.keys, { endpoint_id, secret, key_id, version });
    return { kind: 'key', secret: plain, seconds: options.seconds };
  } catch {
    return { kind: 'unreadable' };
  }
}
