import type { CaptureAnswer, Outcome, SessionAnswer, SessionApi } from './api.ts';
import type { Page } from './page.ts';
import { backoffMs, wait } from './wait.ts';

const POLLS_MAX = 40;
// An approved payment that was not taken is asked for again this often, by what the session says of it.
const CAPTURES_MAX = 3;
// The service counts calls in whole minutes and names no time to come back.
const BUDGET_WINDOW_MS = 60_000;
const BUDGET_SPREAD_MS = 6_000;

export interface Flow {
  /** The order for the provider's window. Throws when there is none; the page then says why. */
  createOrder(fundingSource: string | null): Promise<string>;
  /** Takes the approved payment and shows what came of it. */
  capture(orderId: string): Promise<void>;
  /** Asks until it is known what became of a payment. Never offers to pay while it is not. */
  settle(orderId: string | null): Promise<void>;
  /** Reads the session and shows its state. */
  refresh(): Promise<void>;
}

/** The life of a payment on this page. `paid` is told once, when the money was taken while the page was open. */
export function openFlow(page: Page, api: SessionApi, paid: (captureId: string | null) => void): Flow {
  let capturesLeft = CAPTURES_MAX;

  const finish = (captureId: string | null) => {
    page.show('paid');
    paid(captureId);
  };

  const createOrder = async (fundingSource: string | null): Promise<string> => {
    const made = await api.createOrder(fundingSource);
    if (made.kind === 'ok') return made.body.order_id;
    if (made.kind === 'lost') page.offer('unreachable');
    else await explainRefusedOrder(made.status);
    throw new Error('no order was created');
  };

  const explainRefusedOrder = async (status: number): Promise<void> => {
    if (status === 409) return refresh();
    if (status === 400 || status === 403 || status === 422) return page.show('cannot_pay');
    if (status === 404) return page.show('unsupported');
    page.offer(status === 429 ? 'rate_limited' : status === 402 ? 'declined' : 'unreachable');
  };

  const capture = async (orderId: string): Promise<void> => {
    page.show('confirming');
    capturesLeft = CAPTURES_MAX;
    let answer = await api.capture(orderId);
    if (answer.kind === 'refused' && answer.status === 429) {
      await wait(BUDGET_WINDOW_MS + Math.random() * BUDGET_SPREAD_MS);
      answer = await api.capture(orderId);
    }
    if (!(await conclude(answer))) await settle(orderId);
  };

  // Shows the end of a capture, when the answer is one.
  const conclude = async (answer: Outcome<CaptureAnswer>): Promise<boolean> => {
    if (answer.kind === 'lost') return false;
    if (answer.kind === 'ok') {
      if (answer.body.status === 'pending') return false;
      finish(answer.body.provider_capture_id);
      return true;
    }
    switch (answer.status) {
      case 402:
        page.offer('declined');
        return true;
      case 400:
      case 403:
        page.show('cannot_pay');
        return true;
      case 404:
        page.offer('not_completed');
        return true;
      case 409:
        await refresh();
        if (page.panel() === 'pay') page.offer('not_completed');
        return true;
      default:
        return false;
    }
  };

  const settle = async (orderId: string | null): Promise<void> => {
    for (let n = 0; n < POLLS_MAX; n += 1) {
      const read = await api.read();
      if (read.kind === 'ok') {
        const next = nextStep(read.body, orderId);
        if (next === 'paid') return finish(read.body.payment?.provider_capture_id ?? null);
        if (next === 'pending' || next === 'unknown') turnTo(next);
        else if (next === 'open' || capturesLeft === 0) return offerAgain(read.body);
        else {
          // Approved and not taken. Asking for the same order again cannot charge twice.
          turnTo('unknown');
          capturesLeft -= 1;
          if (await conclude(await api.capture(next.capture))) return;
        }
      } else turnTo(page.panel() === 'pending' ? 'pending' : 'unknown');
      await wait(backoffMs(n));
    }
    page.find('[data-slow]').hidden = false;
  };

  const turnTo = (panel: 'pending' | 'unknown') => {
    if (page.panel() !== panel) page.show(panel);
  };

  const offerAgain = (session: SessionAnswer): void => {
    if (session.status === 'expired') page.show('expired');
    else page.offer('not_completed');
  };

  const refresh = async (): Promise<void> => {
    const read = await api.read();
    if (read.kind !== 'ok') return page.offer('unreachable');
    const { status, payment } = read.body;
    if (status === 'completed') page.show('completed');
    else if (status === 'expired') page.show('expired');
    else if (status === 'capturing') await settle(payment?.provider_order_id ?? null);
    else page.offer(null);
  };

  return { createOrder, capture, settle, refresh };
}

type Step = 'paid' | 'pending' | 'unknown' | 'open' | { capture: string };

/** What a session says about the payment that is waited for. */
export function nextStep({ status, payment }: SessionAnswer, orderId: string | null): Step {
  if (status === 'completed') return 'paid';
  const isOurs = payment !== null && (orderId === null || payment.provider_order_id === orderId);
  if (status === 'capturing') return isOurs && payment.status === 'pending' ? 'pending' : 'unknown';
  if (isOurs && (payment.status === 'created' || payment.status === 'approved')) {
    return { capture: payment.provider_order_id };
  }
  return 'open';
}
