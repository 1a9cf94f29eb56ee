import { codeOf } from '../common/error-codes.ts';
import type { SessionAnswer, SessionApi } from '../common/session-api.ts';
import { type Ending, settlePayment, takePayment, type Waiting } from '../common/settle.ts';
import type { EmailField } from './email.ts';
import type { Page } from './page.ts';

export interface Flow {
  /** The order for the provider's window. Throws when there is none; the page then says why. */
  createOrder(fundingSource: string | null, paymentToken?: string): Promise<string>;
  /** Takes the approved payment and shows what came of it. */
  capture(orderId: string): Promise<void>;
  /** Asks until it is known what became of a payment. Never offers to pay while it is not. */
  settle(orderId: string | null): Promise<void>;
  /** Reads the session and shows its state. */
  refresh(): Promise<void>;
  /** Reads the session and shows its state if it can no longer be paid; leaves the page as it is otherwise. */
  glance(): Promise<void>;
}

/** What was taken, as far as it is known. */
export interface Taken {
  order_id: string | null;
  capture_id: string | null;
}

/** One page's run. */
interface Run {
  readonly page: Page;
  readonly api: SessionApi;
  readonly email: EmailField;
  readonly paid: (taken: Taken) => void;
}

/** The life of a payment on this page. `paid` is told once, when the money was taken while the page was
 *  open. */
export function openFlow(page: Page, api: SessionApi, { email, paid }: Pick<Run, 'email' | 'paid'>): Flow {
  const run: Run = { page, api, email, paid };
  return {
    createOrder: (fundingSource, paymentToken) => createOrder(run, fundingSource, paymentToken),
    capture: (orderId) => capture(run, orderId),
    settle: (orderId) => settle(run, orderId),
    refresh: () => refresh(run),
    glance: () => glance(run),
  };
}

async function createOrder(run: Run, fundingSource: string | null, paymentToken?: string): Promise<string> {
  // A gateway's own frame asks nobody before it pays: what it authorised waits for the email.
  if (!run.email.check()) {
    run.page.offer(null, { focus: false });
    throw Object.assign(new Error('no email was entered'), { code: 'no_email' });
  }
  const made = await run.api.createOrder(fundingSource, paymentToken, run.email.entered());
  if (made.kind === 'ok') return made.body.order_id;
  if (made.kind === 'lost') run.page.offer('unreachable');
  else await explainRefusedOrder(run, made.status);
  const code = made.kind === 'lost' ? 'network_error' : codeOf(made.status);
  throw Object.assign(new Error('no order was created'), { code });
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
  end(run, await takePayment(waitingOf(run), orderId));
}

async function settle(run: Run, orderId: string | null): Promise<void> {
  end(run, await settlePayment(waitingOf(run), orderId));
}

function waitingOf({ page, api }: Run): Waiting<SessionAnswer> {
  return {
    read: api.read,
    capture: api.capture,
    // While nothing can be read, what is known of it stays.
    awaits: (what) => turnTo(page, what ?? (page.panel() === 'pending' ? 'pending' : 'unknown')),
    isWaiting: () => true,
  };
}

function end(run: Run, ending: Ending<SessionAnswer>): void {
  const { page } = run;
  switch (ending.kind) {
    case 'paid':
      page.show('paid');
      return run.paid({ order_id: ending.orderId, capture_id: ending.captureId });
    case 'open':
      return offerAgain(run, ending.session);
    case 'refused':
      return explainRefusedCapture(page, ending.answer.status);
    case 'unknown':
      page.find('[data-slow]').hidden = false;
  }
}

function explainRefusedCapture(page: Page, status: number): void {
  if (status === 400 || status === 403 || status === 422) page.show('cannot_pay', codeOf(status));
  else page.offer(status === 402 ? 'declined' : 'not_completed');
}

function turnTo(page: Page, panel: 'pending' | 'unknown'): void {
  if (page.panel() !== panel) page.show(panel);
}

function offerAgain({ page }: Run, session: SessionAnswer): void {
  if (session.status === 'expired') page.show(endOf(session));
  else page.offer('not_completed');
}

// What was approved in time can be taken later: nobody can say that it will not be.
function endOf({ payment }: SessionAnswer): 'expired' | 'lapsed' {
  return payment?.status === 'approved' ? 'lapsed' : 'expired';
}

async function refresh(run: Run): Promise<void> {
  const read = await run.api.read();
  if (read.kind !== 'ok') return run.page.offer('unreachable');
  if (read.body.status === 'open') return run.page.offer(null);
  await showEnded(run, read.body);
}

async function glance(run: Run): Promise<void> {
  const read = await run.api.read();
  if (read.kind !== 'ok' || read.body.status === 'open') return;
  if (run.page.panel() === 'pay' && !run.page.isApproving()) await showEnded(run, read.body);
}

async function showEnded(run: Run, session: SessionAnswer): Promise<void> {
  const { status, payment } = session;
  if (status === 'completed') run.page.show('completed');
  else if (status === 'expired') run.page.show(endOf(session));
  else await settle(run, payment?.provider_order_id ?? null);
}
