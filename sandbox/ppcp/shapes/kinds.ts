import type { Dispute } from './dispute-shapes.ts';
import type { PayableInvoice } from './invoice-shapes.ts';
import type { Account, Capture, Integration, Order, Referral, Refund, Replay, Webhook } from './shapes.ts';
import type { PaymentToken, SetupToken } from './vault-shapes.ts';

declare module '../../machine/store/shapes.ts' {
  interface RecordTypes {
    account: Account;
    referral: Referral;
    integration: Integration;
    order: Order;
    capture: Capture;
    refund: Refund;
    setup_token: SetupToken;
    payment_token: PaymentToken;
    replay: Replay;
    invoice: { capture_id: string };
    dispute: Dispute;
    payable_invoice: PayableInvoice;
    webhook: Webhook;
    domain: { name: string; provider_type: string; merchant_id: string; created_at: string };
    /** An access token; like a key it leaves the sandbox in no snapshot. */
    token: { token: string; expires_at: string };
  }
}
