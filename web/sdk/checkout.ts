import type { Approval, Checkout, CheckoutOptions } from './types/fairway.d.ts';
import { open } from './opening.ts';
import { placeOf, readOptions, type Settings, wrong } from './options.ts';
import { openPayment } from './payment.ts';
import { callsOf } from './session.ts';
import { drawStand, type Stand } from './stand.ts';
import { type Teller, tellerOf } from './teller.ts';
import { WORDS } from './words.ts';

/** See `checkout` in fairway.d.ts. */
export function checkout(options: CheckoutOptions): Checkout {
  const shop: Shop = { settings: readOptions(options), approval: null, isDestroyed: false };
  const teller = tellerOf(shop.settings.callbacks);
  let shown: { stand: Stand; close(): void } | null = null;
  const self: Checkout = {
    get state() {
      return teller.state();
    },
    mount: (target) => {
      if (shop.isDestroyed) throw wrong('this checkout was destroyed; make another');
      const place = placeOf(target);
      if (shown?.stand.isIn(place)) return self;
      self.unmount();
      shown = show(shop, teller, place);
      return self;
    },
    unmount: () => {
      shown?.close();
      shown = null;
    },
    destroy: () => {
      shop.isDestroyed = true;
      teller.silence();
      self.unmount();
    },
  };
  return self;
}

/** What outlives a change of view. */
interface Shop {
  settings: Settings;
  approval: Approval | null;
  isDestroyed: boolean;
}

function show(shop: Shop, teller: Teller, place: Element): { stand: Stand; close(): void } {
  const stand = drawStand(place);
  const timers = new Set<number>();
  let isClosed = false;
  const close = () => {
    isClosed = true;
    for (const timer of timers) clearTimeout(timer);
    stand.remove();
    // What is being paid goes on without being seen.
    if (teller.state() === 'ready' || teller.state() === 'loading') teller.turn('idle');
  };
  if (shop.approval) {
    stand.say(WORDS.paid);
    return { stand, close };
  }
  const { settings } = shop;
  const calls = callsOf(settings);
  const payment = openPayment({
    sessionId: settings.sessionId,
    calls,
    teller,
    stand,
    paid: (approval) => {
      const isNews = shop.approval === null;
      shop.approval = approval;
      return isNews;
    },
    isDestroyed: () => shop.isDestroyed,
  });
  const later = (ms: number, work: () => void) => {
    if (!isClosed) timers.add(window.setTimeout(work, ms));
  };
  void open({ settings, calls, teller, stand, payment, isClosed: () => isClosed, later });
  return { stand, close };
}
