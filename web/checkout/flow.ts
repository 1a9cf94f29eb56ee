import { codeOf } from '../kit/error-codes.ts';
import { nextStep } from '../kit/next-step.ts';
import type { CaptureAnswer, Outcome, SessionAnswer, SessionApi } from '../kit/session-api.ts';
import { backoffMs, budgetWindowMs, wait } from '../kit/wait.ts';
import type { Page } from './page.ts';

const POLLS_MAX = 40;
// An approved payment that was not taken is asked for again this often, by what the session says of it.
const CAPTURES_MAX = 3;

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

/** What was taken, as far as it is known. */
export interface Taken {
  order_id: string | null;
  capture_id: string | null;
}

/** One page's run: the parts, and how often an approved payment may still be asked for. */
interface Run {
  readonly page: Page;
  readonly api: SessionApi;
  readonly paid: (taken: Taken) => void;
  capturesLeft: number;
}

/** The life of a payment on this page. `paid` is told once, when the money was taken while the page was
 *  open. */
export function openFlow(page: Page, api: SessionApi, paid: Run['paid']): Flow {
  const run: Run = { page, api, paid, capturesLeft: CAPTURES_MAX };
  return {
    createOrder: (fundingSource) => createOrder(run, fundingSource),
    capture: (orderId) => capture(run, orderId),
    settle: (orderId) => settle(run, orderId),
    refresh: () => refresh(run),
  };
}

async function createOrder(run: Run, fundingSource: string | null): Promise<string> {
  const made = await run.api.createOrder(fundingSource);
  if (made.kind === 'ok') return made.body.order_id;
  if (made.kind === 'lost') run.page.offer('unreachable');
  else await explainRefusedOrder(run, made.status);
  throw new Error('no order was created');
}

async function explainRefusedOrder(run: Run, status: number): Promise<void> {
  const { page } = run;
  if (status === 409) return refresh(run);
  if (status === 400 || status === 403 || status === 422) return page.show('cannot_pay', codeOf(status));
  if (status === 404) return page.show('unsupported', codeOf(status));
  page.offer(status === 429 ? 'rate_limited' : status === 402 ? 'declined' : 'unreachable');
}

async function capture(run: Run, orderId: string): Promise<void> {
  run.page.show('confirming');
  run.capturesLeft = CAPTURES_MAX;
  let answer = await run.api.capture(orderId);
  if (answer.kind === 'refused' && answer.status === 429) {
    await wait(budgetWindowMs());
    answer = await run.api.capture(orderId);
  }
  if (!(await conclude(run, answer))) await settle(run, orderId);
}

// Shows the end of a capture, when the answer is one.
async function conclude(run: Run, answer: Outcome<CaptureAnswer>): Promise<boolean> {
  const { page } = run;
  if (answer.kind === 'lost') return false;
  if (answer.kind === 'ok') {
    if (answer.body.status === 'pending') return false;
    finish(run, { order_id: answer.body.order_id, capture_id: answer.body.provider_capture_id });
    return true;
  }
  switch (answer.status) {
    case 402:
      page.offer('declined');
      return true;
    case 400:
    case 403:
      page.show('cannot_pay', codeOf(answer.status));
      return true;
    case 404:
      page.offer('not_completed');
      return true;
    case 409:
      await refresh(run);
      if (page.panel() === 'pay') page.offer('not_completed');
      return true;
    default:
      return false;
  }
}

async function settle(run: Run, orderId: string | null): Promise<void> {
  const { page, api } = run;
  for (let n = 0; n < POLLS_MAX; n += 1) {
    const read = await api.read();
    if (read.kind !== 'ok') turnTo(page, page.panel() === 'pending' ? 'pending' : 'unknown');
    else if (await step(run, read.body, orderId)) return;
    await wait(backoffMs(n));
  }
  page.find('[data-slow]').hidden = false;
}

// Acts on what the session says; true when nothing more is to be awaited.
async function step(run: Run, session: SessionAnswer, orderId: string | null): Promise<boolean> {
  const next = nextStep(session, orderId);
  if (next === 'pending' || next === 'unknown') {
    turnTo(run.page, next);
    return false;
  }
  const { payment } = session;
  if (next === 'paid') {
    finish(run, {
      order_id: payment?.provider_order_id ?? null,
      capture_id: payment?.provider_capture_id ?? null,
    });
  }
  if (next === 'open') offerAgain(run, session);
  if (typeof next === 'string') return true;
  if (run.capturesLeft === 0) {
    offerAgain(run, session);
    return true;
  }
  // Approved and not taken. Asking for the same order again cannot charge twice.
  turnTo(run.page, 'unknown');
  run.capturesLeft -= 1;
  return conclude(run, await run.api.capture(next.capture));
}

function finish(run: Run, taken: Taken): void {
  run.page.show('paid');
  run.paid(taken);
}

function turnTo(page: Page, panel: 'pending' | 'unknown'): void {
  if (page.panel() !== panel) page.show(panel);
}

function offerAgain({ page }: Run, session: SessionAnswer): void {
  if (session.status === 'expired') page.show('expired');
  else page.offer('not_completed');
}

async function refresh(run: Run): Promise<void> {
  const { page } = run;
  const read = await run.api.read();
  if (read.kind !== 'ok') return page.offer('unreachable');
  const { status, payment } = read.body;
  if (status === 'completed') page.show('completed');
  else if (status === 'expired') page.show('expired');
  else if (status === 'capturing') await settle(run, payment?.provider_order_id ?? null);
  else page.offer(null);
}
