import type { JsonObject } from '../../http/json.ts';

// What the provider's script attaches by itself when the buyer has filled it in. Named without its details, it is
// refused.
const ATTACHED_LATER = new Set(['card', 'applepay', 'googlepay']);

/** How an order is to be paid, as far as it is known when it is made: the member of the provider's order that says so.
 *  `experience` is what the buyer sees and where they return to. */
export function toWireSource(funding: string | null, experience: JsonObject): JsonObject {
  if (funding === 'venmo') {
    const { brand_name, shipping_preference } = experience;
    const shown = { shipping_preference, ...(brand_name === undefined ? {} : { brand_name }) };
    return { payment_source: { venmo: { experience_context: shown } } };
  }
  if (funding !== null && ATTACHED_LATER.has(funding)) return { application_context: experience };
  return { payment_source: { paypal: { experience_context: experience } } };
}
