import { within } from '../../common/wait.ts';
import { CheckoutError, errorOf, toldAs } from '../errors.ts';
import type { Opening } from '../opening.ts';
import type { Calls, Session } from '../session.ts';
import { canApplePay, drawApplePay } from './apple-pay.ts';
import { drawButtons } from './buttons.ts';
import { drawCard } from './card.ts';
import { drawGooglePay } from './google-pay.ts';
import type { WalletKit } from './kit.ts';
import { loadKit } from './load-kit.ts';
import { drawMessage } from './message.ts';

/** What the service calls what is drawn here. */
export const WALLET_KIT = 'buttons';

const DRAW_LIMIT_MS = 8_000;

/** Draws the provider's buttons, its fields for a card and the devices' own sheets, as far as each is to be had. */
export async function drawWallet(opening: Opening, session: Session, script: string): Promise<void> {
  const { calls, settings } = opening;
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
}

/** Throws why there is no script: without an account to be paid into the refusal of a token says it. */
export async function explainNoScript(calls: Calls): Promise<never> {
  const minted = await calls.mintOnce();
  if (minted.kind !== 'ok') throw errorOf(minted);
  throw new CheckoutError('provider_unsupported', 'The provider has no script for this session');
}

function componentsFor(session: Session): string[] {
  const offers = (way: string, status: string | null) =>
    status === 'active' && session.supported_funding.includes(way);
  const wanted: [string, boolean][] = [
    ['buttons', true],
    ['messages', session.pay_later_messaging?.enabled === true],
    ['applepay', offers('applepay', session.wallet_apple_pay_status) && canApplePay()],
    ['googlepay', offers('googlepay', session.wallet_google_pay_status)],
    ['card-fields', offers('card', session.wallet_acdc_status)],
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
  ways.push(draw('card-form', (place) => drawCard(kit, place, stand.speech(), till)));
  void drawMessage(kit, message, session).catch(() => message.remove());
  const isAnyDrawn = (await Promise.all(ways)).includes(true) || (await google);
  if (isAnyDrawn) return;
  if (failures.length > 0) throw toldAs(failures[0]);
  throw new CheckoutError('provider_unsupported', 'The provider offers no way to pay this session');
}
