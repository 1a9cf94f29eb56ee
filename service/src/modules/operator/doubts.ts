import { chargeDoubt } from '../charges/index.ts';
import { disputeActionDoubt } from '../dispute-answers/index.ts';
import type { DoubtKind } from '../doubt/index.ts';
import { captureDoubt } from '../orders/index.ts';
import { refundDoubt } from '../refunds/index.ts';
import { textMessageDoubt } from '../text-to-pay/index.ts';
import { savingDoubt } from '../vault/index.ts';

/** Everything that is asked of a provider and may stay without an answer: swept, listed and counted alike. */
export const DOUBTS: readonly DoubtKind[] = [
  captureDoubt,
  chargeDoubt,
  refundDoubt,
  savingDoubt,
  disputeActionDoubt,
  textMessageDoubt,
];
