import { budgetWindowMs, within } from '../kit/wait.ts';
import { CheckoutError, errorOf } from './errors.ts';
import type { Settings } from './options.ts';
import type { ErrorCode } from './types/fairway.d.ts';
import type { Payment } from './payment.ts';
import type { Calls, Session } from './session.ts';
import type { Stand } from './stand.ts';
import type { Teller } from './teller.ts';
import { canApplePay, drawApplePay } from './wallet/apple-pay.ts';
import { drawButtons } from './wallet/buttons.ts';
import { drawCard } from './wallet/card.ts';
import { drawGooglePay } from './wallet/google-pay.ts';
import type { WalletKit } from './wallet/kit.ts';
import { loadKit } from './wallet/load-kit.ts';
import { drawMessage } from './wallet/message.ts';
import { ERROR_WORDS, WORDS } from './words.ts';

const RAIL = 'ppcp';
// Where the page of the service may do what this one cannot.
const ELSEWHERE: readonly ErrorCode[] = ['provider_unsupported', 'wallet_sdk_error'];
const DRAW_LIMIT_MS = 8_000;
const LOOK_AGAIN_MS = 30_000;
const TIMER_MS_MAX = 2 ** 31 - 1;

export interface Opening {
  settings: Settings;
  calls: Calls;
  teller: Teller;
  stand: Stand;
  payment: Payment;
  isClosed(): boolean;
  /** Runs later, unless it is closed before. */
  later(ms: number, work: () => void): void;
}

/** Reads the session and draws its ways to pay; whatever keeps it from that is told. */
export async function open(opening: Opening, isSecondTry = false): Promise<void> {
  const { teller, stand, payment } = opening;
  stand.retry(null);
  stand.clear();
  stand.say(WORDS.loading);
  teller.turn('loading');
  const found: Found = { session: null };
  try {
    await draw(opening, found);
  } catch (cause) {
    if (opening.isClosed()) return;
    const error = toldAs(cause);
    payment.stop(error);
    if (error.retryable) stand.retry(() => void open(opening, true));
    if (found.session && ELSEWHERE.includes(error.code)) stand.elsewhere(found.session.checkout_url);
    // The service names no time to come back, and counts in whole minutes.
    if (error.code === 'rate_limited' && !isSecondTry)
      opening.later(budgetWindowMs(), () => void open(opening, true));
  }
}

// What nobody foresaw is the provider's: ours are errors with a code.
function toldAs(cause: unknown): CheckoutError {
  if (cause instanceof CheckoutError) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  return new CheckoutError('wallet_sdk_error', `The ways to pay could not be drawn: ${message}`, { cause });
}

interface Found {
  session: Session | null;
}

async function draw(opening: Opening, found: Found): Promise<void> {
  const { calls, payment, teller, stand } = opening;
  const [read, kit] = await Promise.all([calls.read(), calls.readKit()]);
  if (opening.isClosed()) return;
  if (read.kind !== 'ok') throw errorOf(read);
  if (kit.kind !== 'ok') throw errorOf(kit);
  const session = (found.session = read.body);
  judge(session, opening.settings);
  if (session.status === 'capturing') {
    await payment.settle(session.payment?.provider_order_id ?? null);
    return;
  }
  if (kit.body.script === null) await explainNoScript(calls);
  else await drawWays(opening, session, kit.body.script);
  if (opening.isClosed()) return;
  stand.say('');
  stand.offer(true);
  watchExpiry(opening, session);
  teller.turn('ready');
  teller.ready();
}

function judge({ status, environment, payment_provider, vault_setup }: Session, settings: Settings): void {
  if ((environment === 'live') !== (settings.environment === 'live')) {
    const text = `the session is of a ${environment} deployment, and environment is ${settings.environment}`;
    throw new CheckoutError('config_error', text);
  }
  if (status === 'completed') throw new CheckoutError('session_completed', 'The session is completed');
  if (status === 'expired') throw new CheckoutError('session_expired', 'The session has expired');
  if (payment_provider !== RAIL || vault_setup) {
    const what = vault_setup ? 'A way to pay is saved' : 'This session is paid';
    throw new CheckoutError('provider_unsupported', `${what} on its checkout_url alone`);
  }
}

// Without an account to be paid into there is no script, and the refusal of a token says why.
async function explainNoScript(calls: Calls): Promise<never> {
  const minted = await calls.mintOnce();
  if (minted.kind !== 'ok') throw errorOf(minted);
  throw new CheckoutError('provider_unsupported', 'The provider has no script for this session');
}

async function drawWays(opening: Opening, session: Session, script: string): Promise<void> {
  const { calls, settings, stand } = opening;
  const minted = await calls.mintOnce();
  if (minted.kind !== 'ok') throw errorOf(minted);
  const kit = await loadKit({
    script,
    components: componentsFor(session),
    attribution: session.wallet_partner_attribution_id,
    clientToken: minted.body.client_token,
    cspNonce: settings.cspNonce,
  });
  if (opening.isClosed()) return;
  await drawAll(opening, session, kit);
  if (opening.isClosed()) return;
  stand.say('');
}

function componentsFor(session: Session): string[] {
  const isActive = (status: string | null) => status === 'active';
  const wanted: [string, boolean][] = [
    ['buttons', true],
    ['messages', session.pay_later_messaging?.enabled === true],
    ['applepay', isActive(session.wallet_apple_pay_status) && canApplePay()],
    ['googlepay', isActive(session.wallet_google_pay_status)],
    ['card-fields', isActive(session.wallet_acdc_status)],
  ];
  return wanted.filter(([, isWanted]) => isWanted).map(([name]) => name);
}

/** Draws each way to pay in its place, in this order; one that fails leaves the others. Throws when there is none. */
async function drawAll(opening: Opening, session: Session, kit: WalletKit): Promise<void> {
  const { stand, settings, payment } = opening;
  const { till } = payment;
  const { cspNonce } = settings;
  const message = stand.place('message');
  const failures: unknown[] = [];
  const draw = async (name: string, drawWay: (place: HTMLElement) => Promise<boolean>) => {
    const place = stand.place(name);
    const isDrawn = await within(DRAW_LIMIT_MS, drawWay(place)).catch((cause: unknown) => {
      failures.push(cause);
      return false;
    });
    if (!isDrawn) place.remove();
    return isDrawn;
  };
  const ways = [
    draw('buttons', (place) => drawButtons(kit, place, till)),
    draw('apple-pay', (place) => drawApplePay(kit, place, session, till)),
  ];
  // It needs a script of a third party, for which the others do not wait.
  const google = draw('google', (place) => drawGooglePay(kit, place, { session, cspNonce }, till));
  ways.push(draw('card-form', (place) => drawCard(kit, place, till)));
  void drawMessage(kit, message, session).catch(() => message.remove());
  const isAnyDrawn = (await Promise.all(ways)).includes(true) || (await google);
  if (isAnyDrawn) return;
  if (failures.length > 0) throw toldAs(failures[0]);
  throw new CheckoutError('provider_unsupported', 'The provider offers no way to pay this session');
}

// The browser's clock says when to look; the service's says whether it is so.
function watchExpiry(opening: Opening, { expires_at }: Session): void {
  const left = new Date(expires_at).getTime() - Date.now();
  opening.later(Math.min(Math.max(left, LOOK_AGAIN_MS / 30), TIMER_MS_MAX), () => void look(opening));
}

async function look(opening: Opening): Promise<void> {
  const { calls, payment, teller } = opening;
  const read = teller.state() === 'ready' ? await calls.read() : null;
  if (opening.isClosed()) return;
  if (read?.kind === 'ok' && read.body.status === 'expired' && teller.state() === 'ready') {
    payment.stop(new CheckoutError('session_expired', ERROR_WORDS.session_expired));
    return;
  }
  opening.later(LOOK_AGAIN_MS, () => void look(opening));
}
