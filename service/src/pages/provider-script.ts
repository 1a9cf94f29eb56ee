import type { SessionView } from './page-state.ts';

// What the provider's script does not offer unless it is asked to.
const ON_REQUEST = ['venmo', 'paylater'];

/** The address of the provider's browser script for this session: nothing in it that the provider does
 *  not know, or  it answers with an error. Null when the session has no account to be paid into, and where an instrument is
 *  saved: that is done on the provider's own page. */
export function providerScript(script: { url: string; client_id: string }, view: SessionView): string | null {
  if (view.payment_provider !== 'ppcp' || view.wallet_merchant_id === null || view.vault_setup) return null;
  const url = new URL(script.url);
  const query: Record<string, string> = {
    'client-id': script.client_id,
    'merchant-id': view.wallet_merchant_id,
    currency: view.currency,
    intent: 'capture',
    components: 'buttons',
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const [offered, withheld] = [true, false].map((isOffered) =>
    ON_REQUEST.filter((way) => view.supported_funding.includes(way) === isOffered),
  ) as [string[], string[]];
  if (offered.length > 0) url.searchParams.set('enable-funding', offered.join(','));
  if (withheld.length > 0) url.searchParams.set('disable-funding', withheld.join(','));
  return url.href;
}
