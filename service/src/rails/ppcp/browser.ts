import type { BrowserFacet, Seller, TokenOutcome } from '../rail.ts';
import type { Client } from './client.ts';
import { textAt } from './json.ts';
import type { PpcpOptions } from './options.ts';

// The provider serves one script for both of its environments; the client id says which is meant.
const SCRIPT_BASES: Readonly<Record<string, string>> = {
  'https://www.sandbox.paypal.com': 'https://www.paypal.com',
};

/** What the provider's script in the buyer's browser needs. A token that was lost on the way harms nobody. */
export function createBrowser(client: Client, options: PpcpOptions): BrowserFacet {
  const { client_id, partner_attribution_id, web_base } = options;
  const url = `${SCRIPT_BASES[web_base] ?? web_base}/sdk/js`;
  return {
    script: { url, client_id, partner_attribution_id },
    mintClientToken: (seller) => mintClientToken(client, seller),
    mintUserIdToken: (of) => mintUserIdToken(client, of),
  };
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
