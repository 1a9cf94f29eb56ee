import type { Approval, Checkout, CheckoutOptions } from './types/fairway.d.ts';
import { lifeOf, type View } from './life.ts';
import { open } from './open.ts';
import { readOptions, type Settings } from './options.ts';
import { openPayment } from './payment.ts';
import { callsOf } from './session.ts';
import { drawStand } from './stand.ts';
import { type Teller, tellerOf } from './teller.ts';
import { IN_ENGLISH, type Speech } from './words.ts';

/** See `checkout` in fairway.d.ts. */
export function checkout(options: CheckoutOptions): Checkout {
  const shop: Shop = { settings: readOptions(options), approval: null, speech: IN_ENGLISH };
  const teller = tellerOf(shop.settings.callbacks);
  return lifeOf(teller, (place) => draw(shop, teller, place));
}

/** What outlives a change of view. */
interface Shop {
  settings: Settings;
  approval: Approval | null;
  speech: Speech;
}

function draw(shop: Shop, teller: Teller, place: Element): View {
  const stand = drawStand(place, shop.speech);
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
    stand.say(shop.speech.words.paid);
    return view;
  }
  const { settings } = shop;
  // What it says stands among what the page says.
  const calls = callsOf({ ...settings, locale: settings.locale || document.documentElement.lang });
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
  const speak = (speech: Speech) => {
    shop.speech = speech;
    stand.speak(speech);
  };
  void open({ settings, calls, teller, stand, payment, speak, isClosed: () => isClosed, later });
  return view;
}
