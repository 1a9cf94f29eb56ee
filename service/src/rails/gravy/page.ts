import type { RailParts } from '../parts.ts';
import type { PageFacet, PinnedPayment, Seller, TokenOutcome } from '../rail.ts';
import { ANY_INSTANCE, embedOf } from './addresses.ts';
import type { Client } from './client.ts';
import { PINNED } from './translate.ts';

/** The least that the provider takes. What was written down for it is kept for longer. */
const TOKEN_SECONDS = 3_600;

/** The provider's form in the buyer's browser, which pays by a token that pins all of the payment. */
export function createPage(client: Client, { environment }: RailParts): PageFacet {
  return {
    anywhere: { kit: 'embed', source: ANY_INSTANCE },
    kit: ({ shown }) => {
      const isThere = shown['instance_id'] !== undefined;
      const { script, sources } = isThere ? embedOf(shown, environment) : { script: null, sources: [] };
      return {
        ...{ kit: 'embed', script, source: script ?? '', sources },
        ...{ client_id: null, partner_attribution_id: null },
      };
    },
    credential: ({ seller, payment }) => mint(client, environment, { seller, payment }),
  };
}

// No call is made for it: the account's own key signs.
async function mint(
  { tokens }: Client,
  environment: RailParts['environment'],
  { seller, payment }: { seller: Seller; payment: PinnedPayment | null },
): Promise<TokenOutcome> {
  if (payment === null) return { kind: 'unknown', problem: 'nothing to be paid' };
  const { shown } = seller;
  const { transaction_id, amount, currency, country } = payment;
  const merchant_account_id = shown['merchant_account_id'] ?? '';
  const metadata = { [PINNED]: transaction_id };
  const embed = { amount, currency, metadata, merchant_account_id };
  const signed = await tokens.sign(seller, { scopes: ['embed'], seconds: TOKEN_SECONDS, more: { embed } });
  return {
    kind: 'minted',
    ...signed,
    with: {
      gr4vy_id: shown['instance_id'] ?? '',
      environment: environment === 'live' ? 'production' : 'sandbox',
      script: embedOf(shown, environment).script,
      ...{ merchant_account_id, amount, currency, country, metadata },
    },
  };
}
