import { sql } from 'kysely';
import type { SealedKind } from '../../db/sealed.ts';
import { boundTo } from './secret.ts';

/** The signing secrets of endpoints, for a change of the key that they are sealed with. Index: the primary key. */
export const SIGNING_SECRETS: SealedKind = {
  name: 'webhook_endpoints',
  async hold(tx, { after, limit }) {
    const rows = await tx
      .selectFrom('webhook_endpoints')
      .select(['id', 'secret', 'secret_key_id', 'secret_version'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .forUpdate()
      .execute();
    return rows.map((row) => ({
      id: row.id,
      sealed: row.secret,
      key_id: row.secret_key_id,
      bound: boundTo({ endpoint_id: row.id, version: row.secret_version }),
    }));
  },
  async replace(tx, anew) {
    const ids = anew.map(({ id }) => id);
    const secrets = anew.map(({ sealed }) => sealed);
    const keyIds = anew.map(({ key_id }) => key_id);
    await sql`
      update webhook_endpoints w
      set secret = a.secret, secret_key_id = a.key_id
      from unnest(${ids}::uuid[], ${secrets}::bytea[], ${keyIds}::text[]) a (id, secret, key_id)
      where w.id = a.id`.execute(tx);
  },
};
