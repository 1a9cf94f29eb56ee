import { randomBytes } from 'node:crypto';
import { minorOf } from '../../machine/gateways/amounts.ts';
import type { Gateway } from '../../machine/gateways/gateway.ts';
import { notFound, unprocessable } from '../../machine/refusal.ts';
import { lockRecord, readRecord } from '../../machine/store/records.ts';
import type { Tx } from '../../machine/store/sql.ts';
import type { Transaction } from '../shapes/kinds.ts';
import type { GravyWorld } from '../shapes/world.ts';
import { postingView, refundView } from '../views/transaction-view.ts';
import { refundTransaction } from './money-back.ts';
import { chargeBack, settleAccount } from './settlement.ts';
import { newKeyPair } from './tokens.ts';

/** What control does to the gateway's accounts and money. */
export function gravyGateway(world: GravyWorld): Gateway {
  return {
    rail: 'gravy',
    mint: async (known) => {
      const pair = await newKeyPair();
      const webhook_secret = randomBytes(32).toString('hex');
      const instance_id = known?.['instance_id'] ?? `sandbox-${randomBytes(4).toString('hex')}`;
      const merchant_account_id =
        known?.['merchant_account_id'] ?? `merchant-${randomBytes(4).toString('hex')}`;
      return {
        credentials: {
          instance_id,
          merchant_account_id,
          private_key: pair.private_key,
          webhook_secret,
          api_base: `${world.address.url}/gravy`,
        },
        secrets: {
          public_key: pair.public_key,
          webhook_secret,
          second_webhook_secret: randomBytes(32).toString('hex'),
        },
        names: { instance_id, merchant_account_id, kid: pair.kid },
        handles: [pair.kid],
      };
    },
    settle: (tx, account) => settleAccount(tx, world, account.account_id),
    find: async (db, id) => {
      const capture = await readRecord(db, 'gravy_capture', id);
      const transaction = await readRecord(db, 'gravy_transaction', capture?.transaction_id ?? id);
      return transaction?.id ?? null;
    },
    refund: async (tx, id, amount) => {
      const transaction = await lockTransaction(tx, id);
      const order = { amount: amountOf(amount, transaction), reason: null, external_identifier: null };
      const refunded = await refundTransaction(tx, world, { transaction, order });
      return refundView(refunded.transaction, refunded.refund);
    },
    chargeback: async (tx, id, amount) => {
      const transaction = await lockTransaction(tx, id);
      const taken = amountOf(amount, transaction) ?? transaction.captured_amount;
      if (transaction.captured_amount === 0) unprocessable('Nothing of the transaction was captured');
      if (taken > transaction.captured_amount) unprocessable('amount: more than was captured');
      return postingView(
        transaction,
        await chargeBack(tx, world, { transaction, amount: taken }),
        'chargeback',
      );
    },
  };
}

async function lockTransaction(tx: Tx, id: string): Promise<Transaction> {
  return (await lockRecord(tx, 'gravy_transaction', id)) ?? notFound('Transaction');
}

function amountOf(text: string | undefined, { currency }: Transaction): number | null {
  if (text === undefined) return null;
  const minor = minorOf(text, currency);
  if (minor !== null && minor > 0) return minor;
  return unprocessable(`amount: not an amount in ${currency}`);
}
