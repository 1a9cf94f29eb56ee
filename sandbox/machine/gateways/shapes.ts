import { flag, mapOf, number, object, orNull, text } from '../store/shape.ts';
import type { RecordShapes } from '../store/shapes.ts';

/** One merchant's account at a payment gateway. Its secrets are kept apart from it, and leave in no snapshot. */
export interface GatewayAccount {
  account_id: string;
  rail: string;
  /** What the gateway itself calls the account and its keys; tells no secret. */
  names: Record<string, string>;
  /** Whether what was not settled yet can be refunded, and not only voided. */
  refund_before_settlement: boolean;
  /** Whether an equal sale that follows soon is refused unless it says otherwise. */
  duplicate_check: boolean;
  /** How late each answer is. */
  latency_ms: number;
  refund_outcome: 'succeeded' | 'processing' | 'processing_failed' | 'declined' | 'failed';
  /** Where its notices go; null goes where the sandbox was told at its start. */
  notice_url: string | null;
  created_at: string;
}

declare module '../store/shapes.ts' {
  interface RecordTypes {
    gateway_account: GatewayAccount;
    /** What a call names an account by, under `rail:handle`. */
    gateway_handle: { account_id: string };
  }
}

export const GATEWAY_RECORDS: RecordShapes = {
  gateway_account: object({
    account_id: text,
    rail: text,
    names: mapOf(text),
    refund_before_settlement: flag,
    duplicate_check: flag,
    latency_ms: number,
    refund_outcome: text,
    notice_url: orNull(text),
    created_at: text,
  }),
  gateway_handle: object({ account_id: text }),
};
