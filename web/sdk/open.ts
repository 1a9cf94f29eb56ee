import { budgetWindowMs } from '../common/wait.ts';
import { GATEWAY_KITS } from '../kits/gateways.ts';
import { CheckoutError, errorOf, toldAs } from './errors.ts';
import { drawGateway } from './gateway.ts';
import type { Settings } from './options.ts';
import type { CheckoutState, ErrorCode } from './types/fairway.d.ts';
import type { Opening } from './opening.ts';
import type { Kit, Session } from './session.ts';
import { drawWallet, explainNoScript, WALLET_KIT } from './wallet/draw.ts';
import { speechOf } from './words.ts';

// Where the page of the service may do what this one cannot.
const ELSEWHERE: readonly ErrorCode[] = ['provider_unsupported', 'wallet_sdk_error'];
const LOOK_AGAIN_MS = 30_000;
const TIMER_MS_MAX = 2 ** 31 - 1;
const ENDED: readonly CheckoutState[] = ['paid', 'completed', 'expired', 'failed'];

/** Reads the session and draws its ways to pay; whatever keeps it from that is told. */
export async function open(opening: Opening, isSecondTry = false): Promise<void> {
  const { teller, stand, payment } = opening;
  stand.retry(null);
  stand.clear();
  stand.say('');
  teller.turn('loading');
  const found: Found = { session: null };
  try {
    await draw(opening, found);
  } catch (cause) {
    if (opening.isClosed()) return;
    const error = toldAs(cause);
    payment.stop(error, found.session);
    if (error.retryable) stand.retry(() => void open(opening, true));
    if (found.session && ELSEWHERE.includes(error.code)) stand.elsewhere(found.session.checkout_url);
    // The service names no time to come back, and counts in whole minutes.
    if (error.code === 'rate_limited' && !isSecondTry)
      opening.later('open', budgetWindowMs(), () => {
        // It may have been opened by hand meanwhile.
        if (teller.state() === 'failed') void open(opening, true);
      });
  }
}

interface Found {
  session: Session | null;
}

async function draw(opening: Opening, found: Found): Promise<void> {
  const { calls, payment, teller, stand } = opening;
  const [read, kit] = await Promise.all([calls.read(), calls.readKit()]);
  if (opening.isClosed()) return;
  if (kit.kind === 'ok') opening.speak(speechOf(kit.body));
  if (read.kind !== 'ok') throw errorOf(read);
  if (kit.kind !== 'ok') throw errorOf(kit);
  const session = (found.session = read.body);
  judge(session, opening.settings);
  if (session.status === 'capturing') {
    await payment.settle(session.payment?.provider_order_id ?? null);
    return;
  }
  stand.say(stand.speech().words.loading);
  await drawWays(opening, session, kit.body);
  if (opening.isClosed()) return;
  stand.say('');
  stand.offer(true);
  watchExpiry(opening, session);
  teller.turn('ready');
  teller.ready();
}

function judge({ status, environment, vault_setup }: Session, settings: Settings): void {
  if ((environment === 'live') !== (settings.environment === 'live')) {
    const text = `the session is of a ${environment} deployment, and environment is ${settings.environment}`;
    throw new CheckoutError('config_error', text);
  }
  if (status === 'completed') throw new CheckoutError('session_completed', 'The session is completed');
  if (status === 'expired') throw new CheckoutError('session_expired', 'The session has expired');
  if (vault_setup) {
    throw new CheckoutError('provider_unsupported', 'A way to pay is saved on its checkout_url alone');
  }
}

async function drawWays(opening: Opening, session: Session, { kit, script }: Kit): Promise<void> {
  const gateway = GATEWAY_KITS[kit ?? ''];
  if (gateway) await drawGateway(opening, gateway);
  else if (kit !== WALLET_KIT)
    throw new CheckoutError('provider_unsupported', 'This session is paid on its checkout_url alone');
  else if (script === null) await explainNoScript(opening.calls);
  else await drawWallet(opening, session, script);
}

// The browser's clock says when to look; the service's says whether it is so.
function watchExpiry(opening: Opening, { expires_at }: Session): void {
  const left = new Date(expires_at).getTime() - Date.now();
  const ms = Math.min(Math.max(left, LOOK_AGAIN_MS / 30), TIMER_MS_MAX);
  opening.later('look', ms, () => void look(opening));
}

async function look(opening: Opening): Promise<void> {
  const { calls, payment, teller } = opening;
  if (ENDED.includes(teller.state())) return;
  const read = teller.state() === 'ready' ? await calls.read() : null;
  if (opening.isClosed()) return;
  if (read?.kind === 'ok' && read.body.status === 'expired' && teller.state() === 'ready') {
    payment.stop(new CheckoutError('session_expired', 'The session has expired'), read.body);
    return;
  }
  opening.later('look', LOOK_AGAIN_MS, () => void look(opening));
}
