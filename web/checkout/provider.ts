import { insertScript } from '../common/insert-script.ts';
import { within } from '../common/wait.ts';

const LOAD_LIMIT_MS = 8_000;

interface Buttons {
  isEligible?(): boolean;
  render(place: HTMLElement): Promise<void>;
  close?(): Promise<void> | void;
}

interface ProviderScript {
  Buttons?(options: ButtonOptions): Buttons;
  Messages?(options: object): { render(place: HTMLElement): Promise<unknown> };
}

/** Where buttons are drawn. */
interface Places {
  first: HTMLElement;
  /** Where the others are folded up, when one way is put before them. */
  others: HTMLElement | null;
  /** Where it is said what paying later would mean, and what is to be said. */
  later: { place: HTMLElement; line: object } | null;
}

/** What the provider's buttons ask of us. */
export interface ButtonOptions {
  fundingSource?: string;
  style?: Record<string, string | number | boolean>;
  /** What starts a payment may be turned back, which opens no window. */
  onClick?(click: object, actions?: { reject(): unknown }): unknown;
  createOrder(of: { paymentSource?: string }): Promise<string>;
  onApprove(approval: { orderID: string }): Promise<void>;
  onCancel(): void;
  onError(error: unknown): void;
}

interface ScriptSource {
  url: string;
  attribution: string | null;
  client_token: string;
}

/** Loads the provider's script and draws its buttons, with the first of the `ways` before the others where they are told.
 *  Rejects when either takes longer than 8 s or fails;
 *  it may then  be called again. */
export async function drawButtons(
  source: ScriptSource,
  { first: place, others, later }: Places,
  { ways, ...options }: ButtonOptions & { ways: readonly string[] | null },
): Promise<void> {
  const provider = await load(source);
  const [first, ...rest] = others && ways ? ways : [];
  const buttons = buttonsOf(provider, { ...options, ...(first !== undefined && { fundingSource: first }) });
  if (!buttons) throw new Error('no button is eligible');
  place.replaceChildren();
  if (later) void say(provider, later);
  await within(LOAD_LIMIT_MS, buttons.render(place));
  if (others)
    foldUp(
      others,
      rest.map((way) => buttonsOf(provider, { ...options, fundingSource: way })),
    );
}

// Whoever is not told of it pays all the same.
async function say(provider: ProviderScript, { place, line }: NonNullable<Places['later']>): Promise<void> {
  place.replaceChildren();
  try {
    await provider.Messages!(line).render(place);
  } catch {
    place.hidden = true;
  }
}

function buttonsOf(provider: ProviderScript, options: ButtonOptions): Buttons | null {
  if (!provider.Buttons) throw new Error('the script has no buttons');
  const buttons = provider.Buttons({ style: { layout: 'vertical', shape: 'rect', height: 48 }, ...options });
  return buttons.isEligible && !buttons.isEligible() ? null : buttons;
}

// Drawn when they are first looked at: what is folded up has no room to be drawn in.
function foldUp(others: HTMLElement, each: readonly (Buttons | null)[]): void {
  const offered = each.filter((buttons) => buttons !== null);
  const place = others.querySelector('[data-other-buttons]')!;
  others.hidden = offered.length === 0;
  place.replaceChildren();
  const draw = () => {
    for (const buttons of offered) {
      const own = document.createElement('div');
      place.append(own);
      void buttons.render(own);
    }
  };
  others.addEventListener('toggle', draw, { once: true });
}

const GLOBAL = 'paypal';

async function load(source: ScriptSource): Promise<ProviderScript> {
  document.querySelector('script[data-provider]')?.remove();
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
  const data: Record<string, string> = {
    provider: '',
    cspNonce: nonce,
    pageType: 'checkout',
    clientToken: source.client_token,
    ...(source.attribution === null ? {} : { partnerAttributionId: source.attribution }),
  };
  await insertScript({ src: source.url, limitMs: LOAD_LIMIT_MS, nonce, data });
  const provider = (window as unknown as Record<string, ProviderScript | undefined>)[GLOBAL];
  if (!provider) throw new Error('the script defined nothing');
  return provider;
}
