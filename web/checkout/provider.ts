import { within } from '../kit/wait.ts';

const LOAD_LIMIT_MS = 8_000;

interface Buttons {
  isEligible?(): boolean;
  render(place: HTMLElement): Promise<void>;
  close?(): Promise<void> | void;
}

interface ProviderScript {
  Buttons?(options: ButtonOptions): Buttons;
}

/** What the provider's buttons ask of us. */
export interface ButtonOptions {
  style?: Record<string, string | number | boolean>;
  onClick?(): void;
  createOrder(of: { paymentSource?: string }): Promise<string>;
  onApprove(approval: { orderID: string }): Promise<void>;
  onCancel(): void;
  onError(error: unknown): void;
}

export interface ScriptSource {
  url: string;
  attribution: string | null;
  client_token: string;
}

/** Loads the provider's script and draws its buttons. Rejects when either takes longer than 8 s or fails;
 *  it may then  be called again. */
export async function drawButtons(
  source: ScriptSource,
  place: HTMLElement,
  options: ButtonOptions,
): Promise<void> {
  const provider = await within(LOAD_LIMIT_MS, load(source));
  if (!provider.Buttons) throw new Error('the script has no buttons');
  const buttons = provider.Buttons({ style: { layout: 'vertical', shape: 'rect', height: 48 }, ...options });
  if (buttons.isEligible && !buttons.isEligible()) throw new Error('no button is eligible');
  place.replaceChildren();
  await within(LOAD_LIMIT_MS, buttons.render(place));
}

const GLOBAL = 'paypal';

function load(source: ScriptSource): Promise<ProviderScript> {
  document.querySelector('script[data-provider]')?.remove();
  const script = document.createElement('script');
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
  script.src = source.url;
  script.async = true;
  script.nonce = nonce;
  script.dataset['provider'] = '';
  script.dataset['cspNonce'] = nonce;
  script.dataset['pageType'] = 'checkout';
  script.dataset['clientToken'] = source.client_token;
  if (source.attribution !== null) script.dataset['partnerAttributionId'] = source.attribution;
  return new Promise((resolve, reject) => {
    script.addEventListener('load', () => {
      const provider = (window as unknown as Record<string, ProviderScript | undefined>)[GLOBAL];
      if (provider) resolve(provider);
      else reject(new Error('the script defined nothing'));
    });
    script.addEventListener('error', () => reject(new Error('the script did not load')));
    document.head.append(script);
  });
}
