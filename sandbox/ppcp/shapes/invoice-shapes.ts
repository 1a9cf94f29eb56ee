import type { Money } from './money.ts';

interface InvoicePayment {
  payment_id: string;
  date: string;
  amount: Money;
}

/** A bill that a seller sends; `data` is what the seller wrote, as it came. */
export interface PayableInvoice {
  id: string;
  payee_id: string;
  number: string;
  status: 'DRAFT' | 'SENT' | 'UNPAID' | 'PAYMENT_PENDING' | 'PAID' | 'CANCELLED';
  data: Record<string, unknown>;
  amount: Money;
  payments: InvoicePayment[];
  create_time: string;
  update_time: string;
  sent_time: string | null;
  cancel_time: string | null;
}
