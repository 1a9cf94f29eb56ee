import type { ProviderCapture, ProviderRefund, ProviderToken } from './provider-money.ts';

interface SnapshotRecord {
  kind: string;
  id: string;
  body: Record<string, unknown>;
}

/** What a gateway keeps of a sale, or of money given back. Amounts are cents. */
interface Sale {
  order_id: string;
  amount: number;
  refunded: number;
  condition: string;
  original_id: string | null;
  order_description: string;
}

const STANDS: ReadonlySet<string> = new Set(['pendingsettlement', 'complete', 'canceled']);

/** The books of a gateway that remembers no call, as the provider's books have them. A void gives back the whole of its sale, and
 *  bears its id. */
export function salesIn(records: readonly SnapshotRecord[]): {
  captures: ProviderCapture[];
  refunds: ProviderRefund[];
} {
  const all = records
    .filter(({ kind }) => kind === 'nmi_transaction')
    .map(({ id, body }) => ({ id, ...(body as unknown as Sale) }));
  const sales = all.filter(({ original_id, amount }) => original_id === null && amount > 0);
  const refunds = [
    ...all
      .filter(({ original_id }) => original_id !== null)
      .map(({ id, original_id, amount, condition }) => ({
        ...{ refund_id: id, capture_id: original_id!, amount_cents: amount, is_done: STANDS.has(condition) },
      })),
    ...sales
      .filter(({ condition }) => condition === 'canceled')
      .map(({ id, amount }) => ({ refund_id: id, capture_id: id, amount_cents: amount, is_done: true })),
  ];
  const captures = sales.map((sale) => ({
    capture_id: sale.id,
    order_id: sale.order_id,
    transaction_id: sale.order_id,
    description: sale.order_description,
    is_taken: STANDS.has(sale.condition),
    refunded_cents: sale.condition === 'canceled' ? sale.amount : sale.refunded,
  }));
  return { captures, refunds };
}

/** The cards that it keeps, each from when its buyer has entered it. */
export function cardsIn(records: readonly SnapshotRecord[]): ProviderToken[] {
  return records
    .filter(({ kind }) => kind === 'nmi_customer')
    .map(({ body }) => ({ token_id: String(body['customer_vault_id']), is_active: true, may_wait: true }));
}

/** What a gateway keeps of a payment that begins in the browser, of its captures, and of what was given back of it. */
interface Payment {
  metadata: { transaction_id?: string } | null;
  refunded_amount: number;
}

interface Part {
  transaction_id: string;
  amount: number;
  status: string;
}

/** The books of a gateway at which payments begin in the browser, as the provider's books have them. A capture that was declined is
 *  none: its payment can be captured again. */
export function paymentsIn(records: readonly SnapshotRecord[]): {
  captures: ProviderCapture[];
  refunds: ProviderRefund[];
} {
  const partsOf = (kind: string) =>
    records.filter((one) => one.kind === kind).map(({ id, body }) => ({ id, ...(body as unknown as Part) }));
  const payments = new Map(
    records
      .filter(({ kind }) => kind === 'gravy_transaction')
      .map(({ id, body }) => [id, body as unknown as Payment]),
  );
  const captured = partsOf('gravy_capture').filter(({ status }) => status !== 'declined');
  const captureOf = new Map(captured.map(({ id, transaction_id }) => [transaction_id, id]));
  return {
    captures: captured.map(({ id, transaction_id, status }) => ({
      ...{ capture_id: id, order_id: transaction_id, description: null },
      transaction_id: payments.get(transaction_id)?.metadata?.transaction_id ?? null,
      is_taken: status === 'succeeded',
      refunded_cents: payments.get(transaction_id)?.refunded_amount ?? 0,
    })),
    refunds: partsOf('gravy_refund').map(({ id, transaction_id, amount, status }) => ({
      ...{ refund_id: id, capture_id: captureOf.get(transaction_id)!, amount_cents: amount },
      is_done: status === 'succeeded',
    })),
  };
}

/** Orders for which more than one sale came in, whatever became of them. */
export function soldTwice(captures: readonly ProviderCapture[]): string[] {
  const times = new Map<string, number>();
  for (const { order_id } of captures) times.set(order_id, (times.get(order_id) ?? 0) + 1);
  return [...times].filter(([, count]) => count > 1).map(([order_id]) => `sent twice: ${order_id}`);
}
