import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Gateway } from '../../machine/gateways/gateway.ts';
import { conflict, notFound, unprocessable } from '../../machine/refusal.ts';
import { lockRecord, readRecord } from '../../machine/store/records.ts';
import type { Db, Tx } from '../../machine/store/sql.ts';
import { raiseBatch } from '../notices/raise.ts';
import { amountText, hundredthsOf } from '../shapes/amounts.ts';
import type { Transaction } from '../shapes/kinds.ts';
import { newNumber, type NmiWorld } from '../shapes/world.ts';
import { refundSale } from './money-back.ts';
import { settleAccount } from './settlement.ts';

const KEY_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789';

/** By what a security key names its account; the key itself is not kept. */
export function handleOf(securityKey: string): string {
  return createHash('sha256').update(`security:${securityKey}`).digest('hex');
}

/** What control does to the gateway's accounts and money. */
export function nmiGateway(world: NmiWorld): Gateway {
  return {
    rail: 'nmi',
    mint: async (known) => {
      const security_key = pick(32);
      const tokenization_key = [pick(6), pick(6), pick(6), pick(6)].join('-');
      const webhook_signing_key = randomBytes(24).toString('hex').toUpperCase();
      return {
        credentials: {
          security_key,
          tokenization_key,
          webhook_signing_key,
          api_base: `${world.address.url}/nmi`,
        },
        secrets: { webhook_signing_key },
        names: { merchant_id: known?.['merchant_id'] ?? newNumber(7), tokenization_key },
        handles: [handleOf(security_key), tokenization_key],
      };
    },
    settle: (tx, account) => settleAccount(tx, world, account.account_id),
    find: async (db, id) => {
      const transaction = await readRecord(db, 'nmi_transaction', id);
      return transaction?.original_id ?? transaction?.id ?? (await saleOfOrder(db, id));
    },
    refund: async (tx, id, text) => {
      const sale = await lockSale(tx, id);
      const account = (await readRecord(tx, 'gateway_account', sale.account_id)) ?? notFound('Account');
      const refunded = await refundSale(tx, world, { account, id, amount: amountOf(text) });
      if (refunded.response !== '1') conflict(refunded.responsetext);
      return refunded;
    },
    chargeback: async (tx, id, text) => {
      const sale = await lockSale(tx, id);
      const amount = amountOf(text) ?? sale.amount;
      if (sale.condition === 'failed' || sale.condition === 'canceled')
        conflict('Nothing of the sale was taken');
      if (amount > sale.amount) unprocessable('amount: more than was taken');
      const batch = { kind: 'chargeback', id: newNumber(8), transactions: [sale], amount } as const;
      await raiseBatch(tx, world, sale.account_id, batch);
      return { batch_id: batch.id, transaction_id: sale.id, amount: amountText(amount) };
    },
  };
}

// The order's own id is the platform's. Of several sales of one order the newest that took something is meant.
async function saleOfOrder(db: Db, orderId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from records
    where kind = 'nmi_transaction'
      and body ->> 'account_id' in (select id from records where kind = 'gateway_account')
      and body ->> 'order_id' = ${orderId}
    order by body ->> 'condition' in ('failed', 'canceled'), seq desc
    limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

async function lockSale(tx: Tx, id: string): Promise<Transaction> {
  return (await lockRecord(tx, 'nmi_transaction', id)) ?? notFound('Transaction');
}

function amountOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const amount = hundredthsOf(text);
  return amount !== null && amount > 0 ? amount : unprocessable('amount: not an amount of this gateway');
}

function pick(length: number): string {
  return [...randomBytes(length)].map((byte) => KEY_ALPHABET.charAt(byte % KEY_ALPHABET.length)).join('');
}
