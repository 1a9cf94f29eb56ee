import type { Counter, DrawFields, FieldWords } from './counter.ts';
import { type CardForm, cardForm, libraryNamed, loadLibrary } from './form.ts';

const OPERATION = '/api/payments/nmi/tokenization-key';
const GLOBAL = 'CollectJS';
const ANSWER_LIMIT_MS = 15_000;

/** What the script is loaded with: a key that anybody may know. */
interface Credential {
  tokenization_key: string;
  script: string;
}

/** The gateway's library, as far as it is used here. A page has it once, with one key and one set of fields. */
interface Library {
  configure(options: object): void;
}

const FIELDS = [
  { name: 'ccnumber', label: 'number', problem: 'checkNumber' },
  { name: 'ccexp', label: 'expiry', problem: 'checkExpiry' },
  { name: 'cvv', label: 'code', problem: 'checkCode' },
] as const satisfies readonly {
  name: string;
  label: keyof FieldWords;
  problem: keyof FieldWords;
}[];

let keyInUse: string | null = null;
let standing: HTMLElement | null = null;

/** Draws the gateway's fields, each in a frame of the gateway, which make a token of a card. False where others of the same library
 *  stand on the page, or stood there with another key. */
export const drawFields: DrawFields = async (counter, place) => {
  const { tokenization_key, script } = await counter.credential<Credential>(OPERATION, false);
  if (
    (standing?.isConnected && !place.contains(standing)) ||
    (keyInUse ?? tokenization_key) !== tokenization_key
  )
    return false;
  const card = cardForm(counter, place);
  standing = card.form;
  try {
    await loadLibrary(script, counter.nonce, { tokenizationKey: tokenization_key, variant: 'inline' });
    keyInUse = tokenization_key;
    // Asked for again meanwhile, they are drawn by whoever asked last.
    if (standing !== card.form) return false;
    await configure(counter, card);
  } catch (error) {
    if (standing === card.form) standing = null;
    throw error;
  }
  return true;
};

function configure(counter: Counter, card: CardForm): Promise<void> {
  const { till, words } = counter;
  const problems = new Map<string, string>();
  const places = FIELDS.map(({ name, label }) => {
    const { id } = card.field(name, words[label]);
    return [name, { selector: `#${id}`, title: words[label], placeholder: '' }] as const;
  });
  return new Promise((resolve) => {
    libraryNamed<Library>(GLOBAL).configure({
      variant: 'inline',
      paymentSelector: `#${card.button.id}`,
      fields: Object.fromEntries(places),
      fieldsAvailableCallback: resolve,
      validationCallback: (name: string, isValid: boolean) => {
        const field = FIELDS.find((one) => one.name === name);
        if (isValid) problems.delete(name);
        else problems.set(name, field ? words[field.problem] : words.enterAgain);
        card.problem([...problems.values()].join(' '));
      },
      timeoutDuration: ANSWER_LIMIT_MS,
      timeoutCallback: () => till.fail(new Error('the fields did not answer')),
      callback: ({ token }: { token: string }) => void pay(counter, card, token),
    });
  });
}

async function pay({ till }: Counter, { button }: CardForm, token: string): Promise<void> {
  if (button.disabled) return;
  button.disabled = true;
  try {
    await till.take(await till.order('card', token));
  } catch {
    // It was told by whoever refused the order.
  } finally {
    button.disabled = false;
  }
}
