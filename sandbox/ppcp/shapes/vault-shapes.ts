import type { Funding } from './shapes.ts';

/** The longest name of a customer who saves a way to pay. */
export const CUSTOMER_ID_MAX = 22;

/** What a buyer is asked to let a seller save; approved, it becomes a payment token. */
export interface SetupToken {
  id: string;
  customer_id: string;
  seller_id: string;
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'VAULTED';
  payment_source: Record<string, Record<string, unknown>>;
  return_url: string | null;
  cancel_url: string | null;
  brand_name: string | null;
  payer_id: string | null;
  funding: Funding | null;
  canceled: boolean;
  expires_at: string;
  create_time: string;
}

/** A saved instrument, chargeable by its seller until either side ends it. */
export interface PaymentToken {
  id: string;
  customer_id: string;
  seller_id: string;
  payer_id: string;
  /** What the buyer chose when saving it, which decides what becomes of its payments. */
  funding: Funding;
  payment_source: Record<string, Record<string, unknown>>;
  /** Canceled by the buyer, who keeps the agreement on record. A seller's deletion leaves nothing. */
  state: 'ACTIVE' | 'CANCELLED';
  order_id: string | null;
  create_time: string;
}
