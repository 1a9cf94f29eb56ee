import type { Counter, DrawFields } from './counter.ts';
import { type CardForm, cardForm, frameLoaded, libraryNamed, loadLibrary } from './form.ts';

const OPERATION = '/api/payments/gravy/embed-token';
const GLOBAL = 'gr4vy';
// Our own refusals of an order after which the same payment may be reported again.
const PASSING = ['network_error', 'rate_limited', 'no_email'];

/** What the form is set up with. */
interface Credential {
  token: string;
  gr4vy_id: string;
  environment: string;
  script: string;
  merchant_account_id: string;
  amount: number;
  currency: string;
  country: string;
  metadata: Record<string, string>;
}

/** The gateway's library, as far as it is used here. */
interface Library {
  setup(options: object): unknown;
}

interface Run {
  counter: Counter;
  place: HTMLElement;
  card: CardForm;
  /** What the gateway authorised and has no order yet. Nothing else is paid until it has. */
  approved: string | null;
  isValid: boolean;
  /** A card was entered in this form, or its button was pressed. */
  isUsed: boolean;
  isBusy: boolean;
}

/** Draws the gateway's own form, in a frame of the gateway. The payment begins in it, and our order takes it. */
export const drawEmbed: DrawFields = async (counter, place) => {
  await setUp(counter, place, false);
  await frameLoaded(place);
  return true;
};

async function setUp(counter: Counter, place: HTMLElement, isAnew: boolean): Promise<void> {
  const set = await counter.credential<Credential>(OPERATION, isAnew);
  await loadLibrary(set.script, counter.nonce);
  const card = cardForm(counter, place);
  const run: Run = { counter, place, card, approved: null, isValid: false, isUsed: false, isBusy: false };
  const element = card.field('all', '');
  // Before the library's own listener, which sends the card to the gateway.
  card.form.addEventListener('submit', (event) => pressed(run, event), { capture: true });
  libraryNamed<Library>(GLOBAL).setup({
    gr4vyId: set.gr4vy_id,
    environment: set.environment,
    token: set.token,
    merchantAccountId: set.merchant_account_id,
    amount: set.amount,
    currency: set.currency,
    country: set.country,
    metadata: set.metadata,
    externalIdentifier: set.metadata['transaction_id'],
    locale: counter.locale,
    intent: 'authorize',
    element,
    form: card.form,
    onEvent: (name: string, told?: { valid?: boolean }) => heard(run, name, told),
    onComplete: ({ id }: { id: string }) => {
      run.approved = id;
      void goOn(run);
    },
  });
}

function pressed(run: Run, event: Event): void {
  event.preventDefault();
  run.isUsed = true;
  if (!run.counter.till.mayBegin()) {
    event.stopImmediatePropagation();
    return;
  }
  if (run.isBusy || run.approved !== null) {
    event.stopImmediatePropagation();
    void goOn(run);
  } else if (run.isValid) run.counter.till.begin();
}

function heard(run: Run, name: string, told?: { valid?: boolean }): void {
  const { counter, card, place } = run;
  const { till, words } = counter;
  switch (name) {
    case 'formUpdate':
      run.isValid = told?.valid === true;
      run.isUsed ||= run.isValid;
      return;
    case 'transactionFailed':
      return till.decline();
    case 'transactionCancelled':
      return till.leave();
    case 'apiError':
      till.fail(new Error('the form could not pay'));
      // Its token may be too old by now. One that failed of itself would fail so again.
      if (!run.isUsed) return;
      void setUp(counter, place, true).catch(() => card.problem(words.enterAgain));
      return;
    default:
  }
}

async function goOn(run: Run): Promise<void> {
  const { counter, place, card } = run;
  if (run.isBusy || run.approved === null) return;
  run.isBusy = true;
  card.button.disabled = true;
  try {
    const orderId = await counter.till.order('card', run.approved);
    run.approved = null;
    // A token pays once: whoever tries again needs another.
    if (!(await counter.till.take(orderId))) await setUp(counter, place, true);
  } catch (error) {
    if (!PASSING.includes((error as { code?: string } | null)?.code ?? '')) run.approved = null;
  } finally {
    run.isBusy = false;
    card.button.disabled = false;
  }
}
