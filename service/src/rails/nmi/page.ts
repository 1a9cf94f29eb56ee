import type { PageFacet, PageKit, Seller, TokenOutcome } from '../rail.ts';
import { baseOf } from './client.ts';

/** The gateway's fields in the buyer's browser, each in a frame of its own. They are set up by a key of the account that anybody may
 *  know, and make a token of a card, once. */
export function createPage(): PageFacet {
  return {
    anywhere: { kit: 'fields', source: scriptOf({}) },
    kit: ({ shown }) => kitOf(shown),
    credential: ({ seller }) => Promise.resolve(credentialOf(seller)),
  };
}

function kitOf(shown: Readonly<Record<string, string>>): PageKit {
  const script = scriptOf(shown);
  return { kit: 'fields', script, source: script, client_id: null, partner_attribution_id: null };
}

function credentialOf({ shown }: Seller): TokenOutcome {
  const token = shown['tokenization_key'];
  if (token === undefined) return { kind: 'unknown', problem: 'the account has no key for browsers' };
  return { kind: 'minted', token, with: { script: scriptOf(shown) } };
}

function scriptOf(shown: Readonly<Record<string, string>>): string {
  return `${baseOf({ shown })}/token/Collect.js`;
}
