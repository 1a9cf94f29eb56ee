import { replaceSealed, type SealedKind } from '../../db/sealed.ts';
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
  replace: (tx, anew) =>
    replaceSealed(
      tx,
      { table: 'webhook_endpoints', columns: { id: 'id', secret: 'secret', key_id: 'secret_key_id' } },
      anew,
    ),
};
