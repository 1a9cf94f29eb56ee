import type { Approval } from './types/fairway.d.ts';
import { nextStep } from '../kit/next-step.ts';
import { backoffMs, budgetWindowMs, wait } from '../kit/wait.ts';
import { CheckoutError, errorOf, type Missed } from './errors.ts';
import type { Calls, Session } from './session.ts';
import type { Stand } from './stand.ts';
import type { Teller } from './teller.ts';
import type { Till } from './wallet/till.ts';
import { ERROR_WORDS, WORDS } from './words.ts';

const POLLS_MAX = 40;
// An approved payment that was not taken is asked for again this often, by what the session says of it.
const CAPTURES_MAX = 3;

/** What a payment needs of the page that it is made on. */
export interface Desk {
  sessionId: string;
  calls: Calls;
  teller: Teller;
  stand: Stand;
  /** Kept with the page, so that it knows after a change of its view that this was paid. False when it knew. */
  paid(approval: Approval): boolean;
  /** The page is done with it, and so nothing more is taken. */
  isDestroyed(): boolean;
}

/** One payment on a page: from the order to its end. */
export interface Payment {
  till: Till;
  /** Asks until it is known what became of an order. Never offers to pay while it is not. True when it was paid. */
  settle(orderId: string | null): Promise<boolean>;
  /** Ends with what cannot be mended here. */
  stop(error: CheckoutError): void;
}

interface Run extends Desk {
  /** The last order was refused, which the provider's code only repeats. */
  hasTold: boolean;
  capturesLeft: number;
}

export function openPayment(desk: Desk): Payment {
  const run: Run = { ...desk, hasTold: false, capturesLeft: CAPTURES_MAX };
  return {
    till: {
      order: (fundingSource) => order(run, fundingSource),
      take: (orderId) => take(run, orderId),
      leave: () => leave(run),
      fail: (cause) => fail(run, cause),
      say: run.stand.say,
    },
    settle: (orderId) => settle(run, orderId),
    stop: (error) => stop(run, error),
  };
}

async function order(run: Run, fundingSource: string | null): Promise<string> {
  run.hasTold = false;
  run.stand.say('');
  run.teller.turn('approving');
  const made = await run.calls.createOrder(fundingSource);
  if (made.kind === 'ok') return made.body.order_id;
  run.hasTold = true;
  const error = errorOf(made);
  if (error.code === 'capture_pending') void settle(run, null);
  else if (error.retryable) offerAgain(run, error);
  else stop(run, error);
  throw error;
}

async function take(run: Run, orderId: string): Promise<boolean> {
  if (run.isDestroyed()) return false;
  confirming(run);
  run.capturesLeft = CAPTURES_MAX;
  let answer = await run.calls.capture(orderId);
  if (answer.kind === 'refused' && answer.status === 429) {
    await wait(budgetWindowMs());
    answer = await run.calls.capture(orderId);
  }
  if (answer.kind === 'ok' && answer.body.provider_capture_id !== null && answer.body.status !== 'pending') {
    return finish(run, { orderId, captureId: answer.body.provider_capture_id });
  }
  if (answer.kind === 'ok' || !isFinal(answer)) return settle(run, orderId);
  conclude(run, errorOf(answer));
  return false;
}

// No answer, and one that the service could not give, leave open what happened; a conflict is read from the session.
function isFinal(missed: Missed): boolean {
  return missed.kind === 'refused' && missed.status < 500 && missed.status !== 409 && missed.status !== 429;
}

function conclude(run: Run, error: CheckoutError): void {
  if (error.retryable) offerAgain(run, error);
  else stop(run, error);
}

async function settle(run: Run, orderId: string | null): Promise<boolean> {
  confirming(run);
  for (let n = 0; n < POLLS_MAX && !run.isDestroyed(); n += 1) {
    const read = await run.calls.read();
    const end = read.kind === 'ok' ? await step(run, read.body, orderId) : null;
    if (end !== null) return end;
    await wait(backoffMs(n));
  }
  run.stand.say(WORDS.slow);
  run.teller.error(new CheckoutError('network_error', 'It is not known yet whether the payment was taken'));
  return false;
}

// Acts on what the session says: true when it was paid, false when it was not and will not be, null while it is open.
async function step(run: Run, session: Session, orderId: string | null): Promise<boolean | null> {
  const next = nextStep(session, orderId);
  if (next === 'paid') return finishBy(run, session);
  if (next === 'pending') return hold(run);
  if (next === 'unknown') return null;
  if (next === 'open' || run.capturesLeft === 0) {
    if (session.status === 'expired')
      stop(run, new CheckoutError('session_expired', 'The session has expired'));
    else offerAgain(run, new CheckoutError('payment_declined', 'The payment was not taken'));
    return false;
  }
  // Approved and not taken. Asking for the same order again cannot charge twice.
  run.capturesLeft -= 1;
  const answer = await run.calls.capture(next.capture);
  if (answer.kind !== 'refused' || !isFinal(answer)) return null;
  conclude(run, errorOf(answer));
  return false;
}

function finishBy(run: Run, { payment }: Session): boolean {
  const captureId = payment?.provider_capture_id;
  if (payment && captureId) return finish(run, { orderId: payment.provider_order_id, captureId });
  stop(run, new CheckoutError('session_completed', 'The session is completed'));
  return false;
}

function finish(run: Run, { orderId, captureId }: Omit<Approval, 'sessionId'>): true {
  const approval = { sessionId: run.sessionId, orderId, captureId };
  const isNews = run.paid(approval);
  run.stand.offer(false);
  run.stand.say(WORDS.paid);
  run.teller.turn('paid');
  if (isNews) run.teller.approve(approval);
  return true;
}

function hold(run: Run): null {
  if (run.teller.state() === 'pending') return null;
  run.stand.say(ERROR_WORDS.capture_pending);
  run.teller.turn('pending');
  run.teller.error(new CheckoutError('capture_pending', 'The provider holds the payment for review'));
  return null;
}

function confirming(run: Run): void {
  run.stand.retry(null);
  run.stand.offer(false);
  run.stand.say(WORDS.confirming);
  run.teller.turn('confirming');
}

function leave(run: Run): void {
  if (!isOpen(run)) return;
  run.stand.say(WORDS.canceled);
  run.teller.turn('ready');
  run.teller.cancel();
}

// A device's sheet may be left before there is an order.
function isOpen({ teller }: Run): boolean {
  return teller.state() === 'ready' || teller.state() === 'approving';
}

function fail(run: Run, cause: unknown): void {
  // What we refused ourselves was told by then, and a payment that is being taken is beyond the provider's script.
  if (cause instanceof CheckoutError || run.hasTold || !isOpen(run)) return;
  const message = cause instanceof Error ? cause.message : String(cause);
  offerAgain(run, new CheckoutError('wallet_sdk_error', `The provider's script: ${message}`, { cause }));
}

function offerAgain(run: Run, error: CheckoutError): void {
  run.stand.offer(true);
  run.stand.say(ERROR_WORDS[error.code]);
  run.teller.turn('ready');
  run.teller.error(error);
}

function stop(run: Run, error: CheckoutError): void {
  run.stand.offer(false);
  run.stand.say(ERROR_WORDS[error.code]);
  const ends = { session_expired: 'expired', session_completed: 'completed' } as const;
  run.teller.turn(error.code in ends ? ends[error.code as keyof typeof ends] : 'failed');
  if (error.code === 'session_expired') run.teller.expired();
  run.teller.error(error);
}
