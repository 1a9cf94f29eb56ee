import { codeOf } from './error-codes.ts';
import { nextStep } from './next-step.ts';
import type { CaptureAnswer, Outcome, SessionAnswer } from './session-api.ts';
import { backoffMs, budgetWindowMs, wait } from './wait.ts';

const POLLS_MAX = 40;
// An approved payment that was not taken is asked for again this often, by what the session says of it.
const CAPTURES_MAX = 3;

type RefusedCall = Extract<Outcome<unknown>, { kind: 'refused' }>;

/** How a payment ended: taken, not taken and open to another try if the session is, refused, or nobody knows. */
export type Ending<S> =
  | { kind: 'paid'; orderId: string | null; captureId: string | null }
  | { kind: 'open'; session: S }
  | { kind: 'refused'; answer: RefusedCall }
  | { kind: 'unknown' };

/** Who waits for a payment. */
export interface Waiting<S extends SessionAnswer> {
  read(): Promise<Outcome<S>>;
  capture(orderId: string): Promise<Outcome<CaptureAnswer>>;
  /** It goes on; null when not even that could be learned. */
  awaits(what: 'pending' | 'unknown' | null): void;
  isWaiting(): boolean;
}

/** Takes what the buyer approved, and sees it to its end. */
export async function takePayment<S extends SessionAnswer>(
  by: Waiting<S>,
  orderId: string,
): Promise<Ending<S>> {
  let answer = await by.capture(orderId);
  if (answer.kind === 'refused' && answer.status === 429) {
    await wait(budgetWindowMs());
    answer = await by.capture(orderId);
  }
  return endOf(answer) ?? settlePayment(by, orderId, conflictOf(answer));
}

/** Asks until it is known what became of a payment; null for whichever the session has. */
export async function settlePayment<S extends SessionAnswer>(
  by: Waiting<S>,
  orderId: string | null,
  conflict: RefusedCall | null = null,
): Promise<Ending<S>> {
  let refused = conflict;
  let capturesLeft = CAPTURES_MAX;
  for (let n = 0; n < POLLS_MAX && by.isWaiting(); n += 1) {
    const read = await by.read();
    const next = read.kind === 'ok' ? nextStep(read.body, orderId) : null;
    if (read.kind !== 'ok' || next === null) by.awaits(null);
    else if (next === 'paid') return paidBy(read.body);
    else if (next === 'open') return { kind: 'open', session: read.body };
    else if (typeof next === 'string') by.awaits(next);
    else {
      if (refused) return { kind: 'refused', answer: refused };
      if (capturesLeft === 0) return { kind: 'open', session: read.body };
      // Approved and not taken. Asking for the same order again cannot charge twice.
      by.awaits('unknown');
      capturesLeft -= 1;
      const answer = await by.capture(next.capture);
      const end = endOf(answer);
      if (end) return end;
      refused = conflictOf(answer);
    }
    await wait(backoffMs(n));
  }
  return { kind: 'unknown' };
}

// No answer, and one that the service could not give, leave open what happened; a conflict is read from the session.
function endOf(answer: Outcome<CaptureAnswer>): Exclude<Ending<never>, { kind: 'open' }> | null {
  if (answer.kind === 'lost') return null;
  if (answer.kind === 'refused') {
    const isFinal = answer.status < 500 && answer.status !== 409 && answer.status !== 429;
    return isFinal ? { kind: 'refused', answer } : null;
  }
  const { status, order_id, provider_capture_id } = answer.body;
  return status === 'pending' ? null : { kind: 'paid', orderId: order_id, captureId: provider_capture_id };
}

// A refusal for the order itself, which stands unless the session shows that it was paid.
function conflictOf(answer: Outcome<unknown>): RefusedCall | null {
  if (answer.kind !== 'refused' || answer.status !== 409) return null;
  const name = (answer.body as { code?: unknown } | null)?.code;
  const code = codeOf(answer.status, typeof name === 'string' ? name : '');
  return code === 'payment_declined' || code === 'wallet_sdk_error' ? answer : null;
}

function paidBy({ payment }: SessionAnswer): Ending<never> {
  return {
    kind: 'paid',
    orderId: payment?.provider_order_id ?? null,
    captureId: payment?.provider_capture_id ?? null,
  };
}
