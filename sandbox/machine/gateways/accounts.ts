import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { conflict, notFound } from '../refusal.ts';
import { insertRecord, lockRecord, putRecord, readRecord, removeRecords } from '../store/records.ts';
import type { Db, Tx } from '../store/sql.ts';
import { timestamp, transact, type World } from '../world.ts';
import type { Gateway, Minted } from './gateway.ts';
import type { GatewayAccount } from './shapes.ts';

type AccountChanges = Partial<
  Pick<
    GatewayAccount,
    'refund_before_settlement' | 'duplicate_check' | 'latency_ms' | 'refund_outcome' | 'notice_url'
  >
>;

/** An account with its fresh credentials, which are told this once. */
interface OpenedAccount {
  account_id: string;
  rail: string;
  credentials: Record<string, string>;
}

/** Opens an account of its own at the gateway. */
export async function openAccount(world: World, gateway: Gateway): Promise<OpenedAccount> {
  const minted = await gateway.mint(null);
  return transact(world, async (tx) => {
    const account: GatewayAccount = {
      account_id: randomUUID(),
      rail: gateway.rail,
      names: minted.names,
      refund_before_settlement: true,
      duplicate_check: false,
      latency_ms: 0,
      refund_outcome: 'succeeded',
      notice_url: null,
      created_at: timestamp(world.clock.now()),
    };
    await insertRecord(tx, 'gateway_account', account.account_id, account);
    return keep(tx, account, minted);
  });
}

/** Gives an account new credentials and ends the old ones at once. */
export async function rotateAccount(
  world: World,
  gateways: readonly Gateway[],
  id: string,
): Promise<OpenedAccount> {
  const known = (await readRecord(world.db, 'gateway_account', id)) ?? notFound('Account');
  const gateway = gateways.find(({ rail }) => rail === known.rail) ?? notFound('Account');
  const minted = await gateway.mint(known.names);
  return transact(world, async (tx) => {
    const account = (await lockRecord(tx, 'gateway_account', id)) ?? notFound('Account');
    await sql`
      delete from records
      where kind = 'gateway_handle' and body ->> 'account_id' = ${id}`.execute(tx);
    await removeRecords(tx, 'key', secretsId(id));
    const rotated = { ...account, names: minted.names };
    await putRecord(tx, 'gateway_account', id, rotated);
    return keep(tx, rotated, minted);
  });
}

async function keep(tx: Tx, account: GatewayAccount, minted: Minted): Promise<OpenedAccount> {
  const { account_id, rail } = account;
  await insertRecord(tx, 'key', secretsId(account_id), minted.secrets);
  for (const handle of minted.handles) {
    const isFree = await insertRecord(tx, 'gateway_handle', `${rail}:${handle}`, { account_id });
    if (!isFree) conflict('The key is taken');
  }
  return { account_id, rail, credentials: minted.credentials };
}

/** Changes how an account behaves; what is not given stays. */
export async function changeAccount(
  world: World,
  id: string,
  changes: AccountChanges,
): Promise<GatewayAccount> {
  return transact(world, async (tx) => {
    const account = (await lockRecord(tx, 'gateway_account', id)) ?? notFound('Account');
    const changed = { ...account, ...changes };
    await putRecord(tx, 'gateway_account', id, changed);
    return changed;
  });
}

/** An account with the secrets that its gateway keeps of it. */
export interface KeyedAccount {
  account: GatewayAccount;
  secrets: Record<string, string>;
}

/** The account that a call names by a handle, or null. */
export async function accountOf(db: Db | Tx, rail: string, handle: string): Promise<KeyedAccount | null> {
  const { rows } = await sql<KeyedAccount>`
    select account.body as account, key.body as secrets
    from records as handle
    join records as account on account.kind = 'gateway_account' and account.id = handle.body ->> 'account_id'
    join records as key on key.kind = 'key' and key.id = 'gateway:' || account.id
    where handle.kind = 'gateway_handle' and handle.id = ${`${rail}:${handle}`}`.execute(db);
  return rows[0] ?? null;
}

/** The accounts of a gateway that have one of the ids, with their secrets. */
export async function keyedAccounts(
  db: Db | Tx,
  rail: string,
  ids: readonly string[],
): Promise<KeyedAccount[]> {
  const { rows } = await sql<KeyedAccount>`
    select account.body as account, key.body as secrets
    from records as account
    join records as key on key.kind = 'key' and key.id = 'gateway:' || account.id
    where account.kind = 'gateway_account' and account.id = any(${ids}) and account.body ->> 'rail' = ${rail}
    order by account.seq`.execute(db);
  return rows;
}

function secretsId(accountId: string): string {
  return `gateway:${accountId}`;
}
