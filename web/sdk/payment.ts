import type { Approval } from './types/fairway.d.ts';
import { type Ending, settlePayment, takePayment, type Waiting } from '../common/settle.ts';
import { CheckoutError, errorOf } from './errors.ts';
import { type Calls, mayBeTaken, type Session } from './session.ts';
import type { Stand } from './stand.ts';
import type { Teller } from './teller.ts';
import type { Till } from '../kits/till.ts';
import type { WordName } from './words.ts';

/** What a payment needs of the page that it is made on. */
export interface Desk {
  sessionId: string;
  calls: Calls;
  teller: Teller;
  stand: Stand;
  /** Kept with the page, so that it knows after a change of its view that this was paid. */
  paid(approval: Approval): void;
}

/** One payment on a page: from the order to its end. */
export interface Payment {
  till: Till;
  /** Asks until it is known what became of an order. Never offers to pay while it is not. True when it was paid. */
  settle(orderId: string | null): Promise<boolean>;
  /** Ends with what cannot be mended here; the session, as far as it is known, has a part in what is said. */
  stop(error: CheckoutError, session: Session | null): void;
}

interface Run extends Desk {
  /** The last order was refused, which the provider's code only repeats. */
  hasTold: boolean;
}

export function openPayment(desk: Desk): Payment {
  const run: Run = { ...desk, hasTold: false };
  return {
    till: {
      // The page of a channel asks for nothing of its own.
      mayBegin: () => true,
      begin: () => begin(run),
      order: (fundingSource, paymentToken) => order(run, fundingSource, paymentToken),
      take: (orderId) => take(run, orderId),
      leave: () => leave(run),
      decline: () => {
        if (isOpen(run)) offerAgain(run, new CheckoutError('payment_declined', 'The provider declined'));
      },
      fail: (cause) => fail(run, cause),
      say: run.stand.say,
    },
    settle: (orderId) => settle(run, orderId),
    stop: (error, session) => stop(run, error, session),
  };
}

function begin(run: Run): void {
  run.hasTold = false;
  run.stand.say('');
  run.teller.turn('approving');
}

async function order(run: Run, fundingSource: string | null, paymentToken?: string): Promise<string> {
  begin(run);
  const made = await run.calls.createOrder(fundingSource, paymentToken);
  if (made.kind === 'ok') return made.body.order_id;
  run.hasTold = true;
  const error = errorOf(made);
  if (error.code === 'capture_pending') void settle(run, null);
  else if (error.retryable) offerAgain(run, error);
  else stop(run, error, null);
  throw error;
}

async function take(run: Run, orderId: string): Promise<boolean> {
  if (run.teller.isSilent()) return false;
  confirming(run);
  return end(run, await takePayment(waitingOf(run), orderId));
}

async function settle(run: Run, orderId: string | null): Promise<boolean> {
  confirming(run);
  return end(run, await settlePayment(waitingOf(run), orderId));
}

function waitingOf(run: Run): Waiting<Session> {
  return {
    read: run.calls.read,
    capture: run.calls.capture,
    awaits: (what) => {
      if (what === 'pending') hold(run);
    },
    isWaiting: () => !run.teller.isSilent(),
  };
}

function end(run: Run, ending: Ending<Session>): boolean {
  switch (ending.kind) {
    case 'paid': {
      const { orderId, captureId } = ending;
      if (orderId !== null && captureId !== null) return finish(run, { orderId, captureId });
      stop(run, new CheckoutError('session_completed', 'The session is completed'), null);
      return false;
    }
    case 'open': {
      const isOver = ending.session.status === 'expired';
      if (isOver) stop(run, new CheckoutError('session_expired', 'The session has expired'), ending.session);
      else offerAgain(run, new CheckoutError('payment_declined', 'The payment was not taken'));
      return false;
    }
    case 'refused': {
      const error = errorOf(ending.answer);
      if (error.retryable) offerAgain(run, error);
      else stop(run, error, null);
      return false;
    }
    case 'unknown':
      say(run, 'slow');
      run.teller.error(
        new CheckoutError('network_error', 'It is not known yet whether the payment was taken'),
      );
      return false;
  }
}

function finish(run: Run, { orderId, captureId }: Omit<Approval, 'sessionId'>): true {
  const approval = { sessionId: run.sessionId, orderId, captureId };
  run.paid(approval);
  run.stand.offer(false);
  say(run, 'paid');
  run.teller.turn('paid');
  run.teller.approve(approval);
  return true;
}

function hold(run: Run): void {
  if (run.teller.state() === 'pending') return;
  say(run, 'capture_pending');
  run.teller.turn('pending');
  run.teller.error(new CheckoutError('capture_pending', 'The provider holds the payment for review'));
}

function confirming(run: Run): void {
  run.stand.retry(null);
  run.stand.offer(false);
  say(run, 'confirming');
  run.teller.turn('confirming');
}

function leave(run: Run): void {
  if (!isOpen(run)) return;
  say(run, 'canceled');
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
  say(run, error.code);
  run.teller.turn('ready');
  run.teller.error(error);
}

function stop(run: Run, error: CheckoutError, session: Session | null): void {
  run.stand.offer(false);
  say(run, endingOf(error, session));
  const ends = { session_expired: 'expired', session_completed: 'completed' } as const;
  run.teller.turn(error.code in ends ? ends[error.code as keyof typeof ends] : 'failed');
  if (error.code === 'session_expired') run.teller.expired();
  run.teller.error(error);
}

function endingOf({ code }: CheckoutError, session: Session | null): WordName {
  if (code === 'session_expired' && session && mayBeTaken(session)) return 'lapsed';
  // While something is paid, the provider's script only has it offered again.
  return code === 'wallet_sdk_error' ? 'not_drawn' : code;
}

function say({ stand }: Run, name: WordName): void {
  stand.say(stand.speech().words[name]);
}
