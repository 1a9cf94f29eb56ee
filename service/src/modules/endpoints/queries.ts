import { sql } from 'kysely';
import type { Db, RowOf, Tx } from '../../db/tx.ts';
import { type Owner, ownedBy } from './owner.ts';
import type { SealedSecret } from './secret.ts';

const ENDPOINT = [
  'id',
  'url',
  'host',
  'description',
  'enabled',
  'event_types',
  'secret_hint',
  'secret_version',
  'created_at',
  'updated_at',
] as const;

/** An endpoint's row without its secret. */
export type EndpointRow = RowOf<'webhook_endpoints', (typeof ENDPOINT)[number]>;

const COLUMNS = sql.join(ENDPOINT.map((column) => sql.ref(column)));

/** All endpoints of an owner, disabled ones too, newest first. Index: webhook_endpoints_by_channel, _by_merchant. */
export async function listEndpointRows(db: Db, owner: Owner): Promise<EndpointRow[]> {
  const { rows } = await sql<EndpointRow>`
    select ${COLUMNS} from webhook_endpoints where ${ownedBy(owner)} order by id desc`.execute(db);
  return rows;
}

export async function readEndpointRow(db: Db, owner: Owner, id: string): Promise<EndpointRow | undefined> {
  const { rows } = await sql<EndpointRow>`
    select ${COLUMNS} from webhook_endpoints where id = ${id}::uuid and ${ownedBy(owner)}`.execute(db);
  return rows[0];
}

/** The same, holding the row until the end of the transaction. */
export async function lockEndpointRow(tx: Tx, owner: Owner, id: string): Promise<EndpointRow | undefined> {
  const { rows } = await sql<EndpointRow>`
    select ${COLUMNS} from webhook_endpoints where id = ${id}::uuid and ${ownedBy(owner)} for no key update`.execute(
    tx,
  );
  return rows[0];
}

/** Holds the owner's row, so that endpoints of one owner are created one after the other. The mode does not stand in
 *  the way of rows that merely refer to the owner. */
export async function lockOwner(tx: Tx, owner: Owner): Promise<void> {
  const lock =
    'channel_id' in owner
      ? sql`select from channels where id = ${owner.channel_id}::uuid for no key update`
      : sql`select from merchants where id = ${owner.merchant_id}::uuid for no key update`;
  await lock.execute(tx);
}

export async function countEndpointRows(tx: Tx, owner: Owner): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select count(*) as held from webhook_endpoints where ${ownedBy(owner)}`.execute(tx);
  return rows[0]!.held;
}

type NewEndpointRow = Omit<EndpointRow, keyof SealedSecret | 'updated_at'> & SealedSecret;

export async function insertEndpointRow(tx: Tx, owner: Owner, row: NewEndpointRow): Promise<EndpointRow> {
  const channelId = 'channel_id' in owner ? owner.channel_id : null;
  const merchantId = 'merchant_id' in owner ? owner.merchant_id : null;
  const { rows } = await sql<EndpointRow>`
    insert into webhook_endpoints (id, channel_id, merchant_id, url, host, description, enabled, event_types,
      secret, secret_key_id, secret_hint, secret_version, created_at, updated_at)
    values (${row.id}::uuid, ${channelId}::uuid, ${merchantId}::uuid, ${row.url}, ${row.host}, ${row.description},
      ${row.enabled}, ${row.event_types}::text[], ${row.secret}::bytea, ${row.secret_key_id},
      ${row.secret_hint}, ${row.secret_version},
      ${row.created_at}::timestamptz, ${row.created_at}::timestamptz)
    returning ${COLUMNS}`.execute(tx);
  return rows[0]!;
}

interface EndpointUpdate {
  url: string;
  host: string;
  description: string | null;
  event_types: readonly string[];
  updated_at: Date;
}

/** Writes what a PATCH decided; the caller holds the row. A new secret replaces the old one in the same statement. */
export async function updateEndpointRow(
  tx: Tx,
  id: string,
  update: EndpointUpdate,
  rotated: SealedSecret | null,
): Promise<EndpointRow> {
  const secret = rotated
    ? sql`, secret = ${rotated.secret}::bytea, secret_key_id = ${rotated.secret_key_id},
        secret_hint = ${rotated.secret_hint}, secret_version = ${rotated.secret_version}`
    : sql``;
  const { rows } = await sql<EndpointRow>`
    update webhook_endpoints
    set url = ${update.url}, host = ${update.host}, description = ${update.description},
      event_types = ${update.event_types}::text[], updated_at = ${update.updated_at}::timestamptz ${secret}
    where id = ${id}::uuid
    returning ${COLUMNS}`.execute(tx);
  return rows[0]!;
}

/** Enables or disables a held row. Enabling begins a new activation: what was routed before is not sent. */
export async function switchEndpointRow(
  tx: Tx,
  id: string,
  to: { enabled: boolean; now: Date },
): Promise<EndpointRow> {
  const { rows } = await sql<EndpointRow>`
    update webhook_endpoints
    set enabled = ${to.enabled}, updated_at = ${to.now}::timestamptz,
      activation = activation + case when ${to.enabled} then 1 else 0 end
    where id = ${id}::uuid
    returning ${COLUMNS}`.execute(tx);
  return rows[0]!;
}
