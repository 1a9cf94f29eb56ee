import type { PagedSession, PageFacet, Seller, TokenOutcome } from '../rail.ts';
import type { Client } from './client/client.ts';
import { textAt } from '../http/json.ts';
import type { PpcpOptions } from './options.ts';

// The provider serves one script for both of its environments; the client id says which is meant.
const SCRIPT_BASES: Readonly<Record<string, string>> = {
  'https://www.sandbox.paypal.com': 'https://www.paypal.com',
};

// What the provider's script does not offer unless it is asked to.
const ON_REQUEST = ['venmo', 'paylater'];

/** What the provider's script in the buyer's browser needs. A token that was lost on the way harms nobody. */
export function createPage(client: Client, options: PpcpOptions): PageFacet {
  const { client_id, partner_attribution_id, web_base } = options;
  const url = `${SCRIPT_BASES[web_base] ?? web_base}/sdk/js`;
  return {
    anywhere: { kit: 'buttons', source: url },
    kit: (session) => ({
      kit: 'buttons',
      script: scriptOf({ url, client_id }, session),
      source: url,
      client_id,
      partner_attribution_id,
    }),
    credential: ({ seller }) => mintClientToken(client, seller),
    saverToken: (of) => mintUserIdToken(client, of),
  };
}

// Nothing in it that the provider does not know, or it answers with an error. None where an instrument is saved: that is done on
// the provider's own page.
function scriptOf(script: { url: string; client_id: string }, session: PagedSession): string | null {
  if (session.provider_account === null || session.saves_instrument) return null;
  const url = new URL(script.url);
  const query: Record<string, string> = {
    'client-id': script.client_id,
    'merchant-id': session.provider_account,
    currency: session.currency,
    intent: 'capture',
    components: 'buttons',
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const [offered, withheld] = [true, false].map((isOffered) =>
    ON_REQUEST.filter((way) => session.supported_funding.includes(way) === isOffered),
  ) as [string[], string[]];
  // It draws a button for cards unless it is told not to.
  if (session.allowed_funding?.includes('card') === false) withheld.push('card');
  if (offered.length > 0) url.searchParams.set('enable-funding', offered.join(','));
  if (withheld.length > 0) url.searchParams.set('disable-funding', withheld.join(','));
  return url.href;
}

async function mintClientToken(client: Client, seller: Seller): Promise<TokenOutcome> {
  const answer = await client.call({
    operation: 'identity.token',
    effect: 'read',
    method: 'POST',
    path: '/v1/identity/generate-token',
    on_behalf_of: seller.provider_account,
  });
  switch (answer.kind) {
    case 'success': {
      const token = textAt(answer.body, 'client_token');
      return token ? { kind: 'minted', token } : { kind: 'unknown', problem: 'an answer without a token' };
    }
    case 'refused':
      return { kind: 'refused', refusal: answer.refusal };
    case 'unknown':
    case 'unreachable':
      return answer;
  }
}

async function mintUserIdToken(
  client: Client,
  of: { seller: Seller; provider_customer_id: string | null },
): Promise<TokenOutcome> {
  const grant = await client.grantIdToken(of.seller, of.provider_customer_id);
  if (grant.kind !== 'granted') return grant;
  const token = grant.id_token;
  return token ? { kind: 'minted', token } : { kind: 'unknown', problem: 'an answer without a token' };
}
