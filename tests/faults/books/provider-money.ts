/** What the provider holds of one capture and of one refund, amounts in cents. */
export interface ProviderCapture {
  capture_id: string;
  order_id: string;
  /** Our transaction's id, and the description it was asked for with. */
  transaction_id: string | null;
  description: string | null;
  is_taken: boolean;
  refunded_cents: number;
}

export interface ProviderRefund {
  refund_id: string;
  capture_id: string;
  amount_cents: number;
  is_done: boolean;
}

/** What a buyer let a seller save, without paying. */
export interface ProviderToken {
  token_id: string;
  is_active: boolean;
  /** Whether it is kept there before it is saved here, and may stay so when its buyer goes away. */
  may_wait: boolean;
}
