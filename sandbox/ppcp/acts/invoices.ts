import { payInvoice, payLater } from './invoice-payment.ts';
import { lockRecord, readRecord } from '../../machine/store/records.ts';
import type { Account } from '../shapes/shapes.ts';
import type { Tx } from '../../machine/store/sql.ts';
import { transact, type World } from '../shapes/world.ts';
import { personalAccounts } from './buyer.ts';
import { conflict, notFound, unprocessable } from '../../machine/refusal.ts';

export const PAY_OUTCOMES = ['completed', 'pending', 'declined'] as const;

export type PayOutcome = (typeof PAY_OUTCOMES)[number];

/** Somebody with the link pays. Refuses: unknown ids 404, an invoice that is not payable 409. A declined
 *  payment leaves the invoice as it is. */
export async function payByLink(
  world: World,
  choice: { invoice_id: string; account_id?: string | undefined; outcome?: PayOutcome | undefined },
): Promise<{ invoice_id: string; status: string; outcome: PayOutcome; payment_id: string | null }> {
  return transact(world, async (tx) => {
    const invoice = (await lockRecord(tx, 'payable_invoice', choice.invoice_id)) ?? notFound('Invoice');
    if (invoice.status !== 'SENT' && invoice.status !== 'UNPAID')
      conflict(`The invoice is ${invoice.status}`);
    const payer = await choosePayer(tx, choice.account_id);
    const asked = choice.outcome ?? 'completed';
    const outcome = asked === 'completed' && !payer.funded ? 'declined' : asked;
    const after =
      outcome === 'declined'
        ? invoice
        : outcome === 'pending'
          ? await payLater(tx, world, invoice)
          : await payInvoice(tx, world, invoice, payer.account_id);
    const payment_id = after.payments.at(-1)?.payment_id ?? null;
    return { invoice_id: after.id, status: after.status, outcome, payment_id };
  });
}

async function choosePayer(tx: Tx, id: string | undefined): Promise<Account> {
  if (id !== undefined) return (await readRecord(tx, 'account', id)) ?? notFound('Account');
  const buyers = await personalAccounts(tx);
  return buyers[0] ?? unprocessable('account_id: there is no personal account to pay with');
}
