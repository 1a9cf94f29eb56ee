import {
  insertRecord,
  lockRecord,
  putRecord,
  readRecord,
  removeRecords,
} from '../../machine/store/records.ts';
import type { Db, Tx } from '../../machine/store/sql.ts';
import type { Card, VaultCustomer } from '../shapes/kinds.ts';
import { NmiRefusal } from '../shapes/reply.ts';
import { newNumber, type NmiWorld } from '../shapes/world.ts';

/** Keeps a card for a merchant, under the id that the merchant chose or one of the gateway's. Refuses an id that is
 *  taken. */
export async function addCustomer(
  tx: Tx,
  world: NmiWorld,
  of: { account_id: string; customer_vault_id: string; card: Card },
): Promise<string> {
  const customer_vault_id = of.customer_vault_id === '' ? newNumber(10) : of.customer_vault_id;
  const created_at = world.clock.now().toISOString();
  const { account_id, card } = of;
  const customer = { customer_vault_id, account_id, card, created_at };
  const isNew = await insertRecord(tx, 'nmi_customer', idOf(account_id, customer_vault_id), customer);
  if (!isNew) throw new NmiRefusal('Duplicate Customer Vault Id');
  return customer_vault_id;
}

/** Puts another card in the place of a kept one. Refuses an id that names none. */
export async function updateCustomer(
  tx: Tx,
  of: { account_id: string; customer_vault_id: string; card: Card },
): Promise<void> {
  const id = idOf(of.account_id, of.customer_vault_id);
  const customer = await lockRecord(tx, 'nmi_customer', id);
  if (customer === null) throw new NmiRefusal('Invalid Customer Vault Id');
  await putRecord(tx, 'nmi_customer', id, { ...customer, card: of.card });
}

/** Forgets a kept card. Refuses an id that names none. */
export async function deleteCustomer(tx: Tx, accountId: string, customerVaultId: string): Promise<void> {
  const removed = await removeRecords(tx, 'nmi_customer', idOf(accountId, customerVaultId));
  if (removed === 0) throw new NmiRefusal('Invalid Customer Vault Id');
}

/** What a merchant keeps under an id; nothing under one that names none. */
export async function findCustomers(
  db: Db,
  accountId: string,
  customerVaultId: string,
): Promise<VaultCustomer[]> {
  const customer = await readRecord(db, 'nmi_customer', idOf(accountId, customerVaultId));
  return customer === null ? [] : [customer];
}

function idOf(accountId: string, customerVaultId: string): string {
  return `${accountId}/${customerVaultId}`;
}
