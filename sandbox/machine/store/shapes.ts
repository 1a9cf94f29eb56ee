/** A registered receiver of the provider's webhooks. */
export interface Webhook {
  id: string;
  url: string;
  event_types: { name: string }[];
}

/** One event; `body` is the exact text that is sent and signed. */
export interface ProviderEvent {
  id: string;
  event_type: string;
  create_time: string;
  body: string;
}

/** One event on its way to one webhook. */
export interface Delivery {
  id: string;
  event_id: string;
  event_type: string;
  webhook_id: string;
  state: 'waiting' | 'held' | 'delivered' | 'failed';
  due_at: string | null;
  attempts: number;
  last_status: number | null;
  last_error: string | null;
  created_at: string;
}

/** Something the provider does by itself later. */
export interface Timer {
  id: string;
  due_at: string;
  action: 'settle_capture' | 'settle_refund' | 'lapse_dispute' | 'settle_invoice';
  target_id: string;
  /** What the settling ends in; a dispute decides by itself. */
  outcome?: 'COMPLETED' | 'DECLINED' | 'FAILED';
}

export type FaultMode =
  | 'refuse'
  | 'error'
  | 'error_after_commit'
  | 'hang'
  | 'hang_after_commit'
  | 'reset'
  | 'reset_after_commit'
  | 'garbage'
  | 'delay';

export interface Fault {
  fault_id: string;
  operation: string;
  mode: FaultMode;
  status: number | null;
  issue: string | null;
  retry_after: number | null;
  /** How long `delay` keeps the answer back. */
  delay_ms: number | null;
  times: number;
  remaining: number;
  created_at: string;
}

export type NoticeMode = 'deliver' | 'hold' | 'duplicate' | 'shuffle';

export interface Receiver {
  name: string;
  secret: string | null;
  status: number;
  delay_ms: number;
}

/** One delivery that a receiver of our own took. */
export interface Received {
  receiver: string;
  at: string;
  event_id: string | null;
  event_type: string | null;
  headers: Record<string, string>;
  body: string;
  signature_valid: boolean | null;
  status: number;
}
