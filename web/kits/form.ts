import { element } from '../common/dom.ts';
import { insertScript } from '../common/insert-script.ts';
import type { Counter } from './counter.ts';

const LOAD_LIMIT_MS = 8_000;

/** A form for a provider's fields: places for them, a sentence and the button. */
export interface CardForm {
  form: HTMLFormElement;
  button: HTMLButtonElement;
  /** A place for fields, with what a reader calls them above it. */
  field(name: string, label: string): HTMLElement;
  /** Says what is wrong with a field; nothing when it is mended. */
  problem(text: string): void;
}

let made = 0;

export function cardForm({ words, buttonClass }: Counter, place: HTMLElement): CardForm {
  made += 1;
  // Not the form itself, which would be a landmark of the page around it.
  const group = element('div', 'fairway-card-group', { role: 'group', 'aria-label': words.form });
  const form = element('form', 'fairway-card') as HTMLFormElement;
  const button = element('button', buttonClass, {
    type: 'submit',
    id: `fairway-pay-${made}`,
  }) as HTMLButtonElement;
  const problem = element('p', 'fairway-problem', { role: 'alert' });
  button.textContent = words.pay;
  form.append(problem, button);
  group.append(form);
  place.replaceChildren(group);
  return {
    form,
    button,
    field: (name, label) => {
      const field = element('div', `fairway-field fairway-${name}`);
      if (label) {
        // A frame's fields have names of their own for whoever does not see this one.
        const shown = element('span', 'fairway-label', { 'aria-hidden': 'true' });
        shown.textContent = label;
        field.append(shown);
      }
      const inner = element('div', 'fairway-frame-place', { id: `fairway-${name}-${made}` });
      field.append(inner);
      problem.before(field);
      return inner;
    },
    problem: (text) => {
      problem.textContent = text;
    },
  };
}

const loading = new Map<string, Promise<void>>();

/** Loads a provider's script, once for each address; tried twice, and anew by who asks after it failed. */
export function loadLibrary(src: string, nonce: string, data: Record<string, string> = {}): Promise<void> {
  const known = loading.get(src);
  if (known) return known;
  const insert = () => insertScript({ src, limitMs: LOAD_LIMIT_MS, nonce, data });
  const loaded = insert()
    .catch(insert)
    .catch((error: unknown) => {
      loading.delete(src);
      throw error;
    });
  loading.set(src, loaded);
  return loaded;
}

/** Waits for the frame that a library has put into a place, however long it takes; not where there is none yet. */
export function frameLoaded(place: HTMLElement): Promise<void> {
  const frame = place.querySelector('iframe');
  if (!frame) return Promise.resolve();
  return new Promise((resolve) => {
    frame.addEventListener('load', () => resolve(), { once: true });
  });
}

/** What a script has defined under a name. */
export function libraryNamed<T>(name: string): T {
  const library = (window as unknown as Record<string, T | undefined>)[name];
  if (library === undefined) throw new Error('the script defined nothing');
  return library;
}
