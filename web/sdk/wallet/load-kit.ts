import { CheckoutError } from '../errors.ts';
import { insertScript } from '../../common/insert-script.ts';
import type { WalletKit } from './kit.ts';

const LOAD_LIMIT_MS = 8_000;

export interface KitSource {
  script: string;
  components: readonly string[];
  attribution: string | null;
  clientToken: string;
  cspNonce: string;
}

const loaded = new Map<string, Promise<WalletKit>>();
let named = 0;

/** The provider's library, loaded once for each set of options and under a name of its own: a second one under the
 *  same name would take away what the first has drawn. Refuses with `wallet_sdk_error`, and may be asked again then. */
export function loadKit(source: KitSource): Promise<WalletKit> {
  const url = new URL(source.script);
  url.searchParams.set('components', source.components.join(','));
  if (source.components.includes('card-fields')) withoutCardButton(url.searchParams);
  const key = `${url.href} ${source.attribution}`;
  const known = loaded.get(key);
  if (known) return known;
  named += 1;
  const name = `fairwayWallet${named}`;
  const loading = insertKit(url.href, name, source)
    .catch(() => insertKit(url.href, name, source))
    .catch((cause: unknown) => {
      loaded.delete(key);
      throw new CheckoutError('wallet_sdk_error', "The provider's script could not be loaded", { cause });
    });
  loaded.set(key, loading);
  return loading;
}

// Fields for a card stand on the page; a button that opens others would be a second way to do the same.
function withoutCardButton(query: URLSearchParams): void {
  const others = query.get('disable-funding')?.split(',') ?? [];
  query.set('disable-funding', [...others, 'card'].join(','));
}

async function insertKit(src: string, name: string, source: KitSource): Promise<WalletKit> {
  const data: Record<string, string> = {
    namespace: name,
    pageType: 'checkout',
    clientToken: source.clientToken,
    ...(source.attribution === null ? {} : { partnerAttributionId: source.attribution }),
    ...(source.cspNonce ? { cspNonce: source.cspNonce } : {}),
  };
  await insertScript({ src, limitMs: LOAD_LIMIT_MS, nonce: source.cspNonce, data });
  const kit = (window as unknown as Record<string, WalletKit | undefined>)[name];
  if (!kit) throw new Error('the script defined nothing');
  return kit;
}
