import { adoptStyle, element } from '../common/dom.ts';
import type { Speech } from './words.ts';

/** What is drawn into the page: places for the ways to pay, a sentence, and a way on when something failed. */
export interface Stand {
  /** What is said here, and in which language. */
  speech(): Speech;
  speak(speech: Speech): void;
  /** A new place for a way to pay. */
  place(name: string): HTMLElement;
  /** Takes all ways to pay away. */
  clear(): void;
  /** Shows or hides the ways to pay, without taking them away. */
  offer(isOffered: boolean): void;
  say(text: string): void;
  /** Offers to try again; null takes the offer away. */
  retry(again: (() => void) | null): void;
  /** Offers the page of the service instead. */
  elsewhere(address: string): void;
  readonly root: HTMLElement;
}

const STYLE = `
.fairway { display: grid; gap: 12px; font: 16px/1.5 system-ui, sans-serif; }
.fairway[hidden], .fairway [hidden] { display: none; }
.fairway-ways, .fairway-card { display: grid; gap: 12px; }
.fairway-card { grid-template-columns: 1fr 1fr; align-items: end; }
.fairway-number, .fairway-name, .fairway-pay, .fairway-all, .fairway-ccnumber, .fairway-problem { grid-column: 1 / -1; }
.fairway-field iframe { display: block; width: 100%; border: 0; }
.fairway-ccnumber iframe, .fairway-ccexp iframe, .fairway-cvv iframe { height: 52px; }
.fairway-problem { margin: 0; }
.fairway-problem:empty { display: none; }
.fairway-status { margin: 0; }
.fairway-status:empty { display: none; }
.fairway button { font: inherit; min-height: 48px; border-radius: 4px; cursor: pointer; }
.fairway-after { display: flex; flex-wrap: wrap; align-items: center; gap: 12px 20px; }
.fairway-after:empty { display: none; }
.fairway-retry { padding: 0 24px; }
.fairway-elsewhere { padding: 10px 0; }
.fairway-pay, .fairway-retry { border: 1px solid #8a8a8a; background: #1a1a1a; color: #fff; }
.fairway-pay:disabled { opacity: 0.6; cursor: default; }
.fairway button:focus-visible, .fairway a:focus-visible { outline: 3px solid #0a58ca; outline-offset: 2px; }
.fairway-apple { width: 100%; border: 0; background: #000; -webkit-appearance: -apple-pay-button; appearance: -apple-pay-button;
  -apple-pay-button-style: black; -apple-pay-button-type: plain; }
@supports not (appearance: -apple-pay-button) { .fairway-apple::before { content: "Apple Pay"; color: #fff; } }
.fairway-google button { width: 100%; }
@media (forced-colors: active) { .fairway button { border: 1px solid ButtonText; } }
`;

export function drawStand(place: Element, spoken: Speech): Stand {
  adoptStyle(STYLE);
  const root = element('div', 'fairway');
  const ways = element('div', 'fairway-ways', { role: 'group' });
  const status = element('p', 'fairway-status', { role: 'status', 'aria-live': 'polite' });
  const after = element('div', 'fairway-after');
  root.append(status, ways, after);
  place.append(root);
  let speech = spoken;
  const speak = (next: Speech) => {
    speech = next;
    root.lang = next.language;
    root.dir = next.direction;
    ways.setAttribute('aria-label', next.words.ways);
  };
  speak(spoken);
  return {
    root,
    speech: () => speech,
    speak,
    place: (name) => {
      const made = element('div', `fairway-${name}`);
      ways.append(made);
      return made;
    },
    clear: () => ways.replaceChildren(),
    offer: (isOffered) => {
      ways.hidden = !isOffered;
    },
    say: (text) => {
      status.textContent = text;
    },
    retry: (again) => {
      after.replaceChildren();
      if (!again) return;
      const button = element('button', 'fairway-retry', { type: 'button' });
      button.textContent = speech.words.again;
      button.addEventListener('click', again);
      after.append(button);
    },
    elsewhere: (address) => {
      const link = element('a', 'fairway-elsewhere', { href: address });
      link.textContent = speech.words.elsewhere;
      after.append(link);
    },
  };
}
