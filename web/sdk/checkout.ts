import type { Approval, Checkout, CheckoutOptions } from './types/fairway.d.ts';
import { lifeOf, type View } from './life.ts';
import { open } from './open.ts';
import { readOptions, type Settings } from './options.ts';
import { openPayment } from './payment.ts';
import { callsOf } from './session.ts';
import { drawStand } from './stand.ts';
import { type Teller, tellerOf } from './teller.ts';
import { WORDS } from './words.ts';

/** See `checkout` in fairway.d.ts. */
export function checkout(options: CheckoutOptions): Checkout {
  const shop: Shop = { settings: readOptions(options), approval: null };
  const teller = tellerOf(shop.settings.callbacks);
  return lifeOf(teller, (place) => draw(shop, teller, place));
}

/** What outlives a change of view. */
interface Shop {
  settings: Settings;
  approval: Approval | null;
}

function draw(shop: Shop, teller: Teller, place: Element): View {
  const stand = drawStand(place);
  const timers = new Map<string, number>();
  let isClosed = false;
  const view: View = {
    root: stand.root,
    isFrame: false,
    close: () => {
      isClosed = true;
      for (const timer of timers.values()) clearTimeout(timer);
      stand.root.remove();
    },
  };
  if (shop.approval) {
    stand.say(WORDS.paid);
    return view;
  }
  const { settings } = shop;
  const calls = callsOf(settings);
  const payment = openPayment({
    sessionId: settings.sessionId,
    calls,
    teller,
    stand,
    paid: (approval) => {
      shop.approval = approval;
    },
  });
  const later = (name: string, ms: number, work: () => void) => {
    if (isClosed) return;
    clearTimeout(timers.get(name));
    timers.set(name, window.setTimeout(work, ms));
  };
  void open({ settings, calls, teller, stand, payment, isClosed: () => isClosed, later });
  return view;
}
