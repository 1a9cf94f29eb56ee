import { within } from '../common/wait.ts';
import type { DrawFields } from '../kits/counter.ts';
import { CheckoutError, errorOf } from './errors.ts';
import type { Opening } from './opening.ts';

const DRAW_LIMIT_MS = 8_000;

/** Draws a gateway's fields, which are all that its sessions are paid by. */
export async function drawGateway(opening: Opening, draw: DrawFields): Promise<void> {
  const { calls, settings, stand, payment } = opening;
  const place = stand.place('card-form');
  const speech = stand.speech();
  const { language, words } = speech;
  opening.speak({ ...speech, words: { ...words, payment_declined: words.card_declined } });
  const counter = {
    till: payment.till,
    words,
    locale: language,
    buttonClass: 'fairway-pay',
    nonce: settings.cspNonce,
    credential: async <T>(operation: string, isAnew: boolean): Promise<T> => {
      const minted = await calls.credential<T>(operation, isAnew);
      if (minted.kind !== 'ok') throw errorOf(minted);
      return minted.body;
    },
  };
  if (await within(DRAW_LIMIT_MS, draw(counter, place))) return;
  throw new CheckoutError('provider_unsupported', "The provider's fields stand on this page already");
}
