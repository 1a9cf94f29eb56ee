import { replaceSealed, type SealedKind } from '../../db/sealed.ts';
import { type Keyring, openWith } from '../../lib/keyring.ts';
import type { AccountRow } from './queries.ts';

export function boundTo({ id, version }: { id: string; version: number }): string {
  return `rail_accounts:${id}:${version}`;
}

/** The credentials of an account, opened; none where the deployment's own lead to it. */
export function openCredentials(
  keys: Keyring,
  account: Pick<AccountRow, 'id' | 'version' | 'credentials' | 'credentials_key_id'>,
): Readonly<Record<string, string>> {
  const { credentials: sealed, credentials_key_id: key_id } = account;
  if (sealed === null) return {};
  return JSON.parse(openWith(keys, { sealed, key_id }, boundTo(account))) as Record<string, string>;
}

/** Credentials of accounts, for a change of the key that they are sealed with. Index: rail_accounts_with_credentials. */
export const ACCOUNT_CREDENTIALS: SealedKind = {
  name: 'rail_accounts',
  async hold(tx, { after, limit }) {
    const rows = await tx
      .selectFrom('rail_accounts')
      .select(['id', 'credentials', 'credentials_key_id', 'version'])
      .where('id', '>', after)
      .where('credentials', 'is not', null)
      .orderBy('id')
      .limit(limit)
      .forUpdate()
      .execute();
    return rows.map((row) => ({
      id: row.id,
      sealed: row.credentials!,
      key_id: row.credentials_key_id,
      bound: boundTo(row),
    }));
  },
  replace: (tx, anew) =>
    replaceSealed(
      tx,
      { table: 'rail_accounts', columns: { id: 'id', secret: 'credentials', key_id: 'credentials_key_id' } },
      anew,
    ),
};
