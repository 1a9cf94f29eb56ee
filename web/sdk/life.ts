import { placeOf, wrong } from './options.ts';
import type { Teller } from './teller.ts';
import type { Checkout, CheckoutState } from './types/fairway.d.ts';

const UNDER_WAY: readonly CheckoutState[] = ['approving', 'confirming', 'pending'];
// What ended has a last word, which comes a moment after its state.
const LINGER_MS = 1_000;

/** What a checkout draws into a page. */
export interface View {
  root: HTMLElement;
  /** It would begin anew if it were put elsewhere by hand. */
  isFrame: boolean;
  /** Another view was drawn beside it: it says no more than that it was paid. */
  hush?(): void;
  close(): void;
}

/** A checkout's life on its page: drawn once in a place, however often it is mounted. What is being paid when it is taken away
 *  goes on out of sight until it has ended, and comes back where it is mounted meanwhile. */
export function lifeOf(teller: Teller, draw: (place: Element) => View): Checkout {
  let shown: View | null = null;
  let isDestroyed = false;
  const close = (view: View) => {
    view.close();
    if (teller.state() === 'ready' || teller.state() === 'loading') teller.turn('idle');
  };
  const aside = asideOf(teller, close);
  const self: Checkout = {
    get state() {
      return teller.state();
    },
    mount: (target) => {
      if (isDestroyed) throw wrong('this checkout was destroyed; make another');
      const place = placeOf(target);
      if (shown?.root.parentNode === place && shown.root.isConnected) return self;
      self.unmount();
      shown = aside.takeBack(place) ?? draw(place);
      return self;
    },
    unmount: () => {
      const view = shown;
      shown = null;
      if (!view) return;
      const isAlive = view.root.isConnected || !view.isFrame;
      if (isAlive && UNDER_WAY.includes(teller.state())) aside.put(view);
      else close(view);
    },
    destroy: () => {
      isDestroyed = true;
      teller.silence();
      self.unmount();
      aside.clear();
    },
  };
  return self;
}

// Where a view is out of sight until what is paid in it has ended.
function asideOf(teller: Teller, close: (view: View) => void) {
  let view: View | null = null;
  let isHushed = false;
  let timer = 0;
  const clear = () => {
    clearTimeout(timer);
    if (view) close(view);
    view = null;
    isHushed = false;
  };
  teller.watch((state) => {
    clearTimeout(timer);
    // Beside another view the state is that one's, and only a payment ends them both.
    const isOver = isHushed ? state === 'paid' : !UNDER_WAY.includes(state);
    if (view && isOver) timer = window.setTimeout(clear, LINGER_MS);
  });
  return {
    clear,
    put: (one: View) => {
      clear();
      view = one;
      view.root.hidden = true;
      // Whoever takes its place away does not take it along.
      move(view.root, document.body);
    },
    takeBack: (place: Element): View | null => {
      clearTimeout(timer);
      if (!view) return null;
      if (bringBack(view, place)) {
        const back = view;
        view = null;
        return back;
      }
      isHushed = true;
      view.hush?.();
      return null;
    },
  };
}

function bringBack({ root, isFrame }: View, place: Element): boolean {
  if (root.parentNode !== place && !move(root, place)) {
    if (isFrame) return false;
    place.append(root);
  }
  root.hidden = false;
  return true;
}

// By any other way whatever is in a frame would be loaded anew. Browsers that have no such move leave it where it is.
function move(root: HTMLElement, place: Element): boolean {
  try {
    (place as Element & { moveBefore(node: Node, before: null): void }).moveBefore(root, null);
    return true;
  } catch {
    return false;
  }
}
