import { captureDoubt } from './modules/captures/index.ts';
import { chargeDoubt } from './modules/charges/index.ts';
import { disputeActionDoubt } from './modules/dispute-actions/index.ts';
import type { DoubtKind } from './modules/doubt/index.ts';
import { refundDoubt } from './modules/refunds/index.ts';
import { textMessageDoubt } from './modules/text-to-pay/index.ts';
import { savingDoubt } from './modules/vault/index.ts';

/** Everything that is asked of a provider and may stay without an answer: swept, listed and counted alike. */
export const DOUBTS: readonly DoubtKind[] = [
  captureDoubt,
  chargeDoubt,
  refundDoubt,
  savingDoubt,
  disputeActionDoubt,
  textMessageDoubt,
];
