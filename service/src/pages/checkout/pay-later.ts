import type { Static } from 'typebox';
import type { PayLater } from '../../../../wire/merchants/operator.ts';
import type { SessionView } from '../state/page-state.ts';

/** What the provider's library is asked to say of paying later; null where the merchant does not have it said. It stands on a light
 *  ground here, so a white text is not taken over. */
export function payLaterLine(view: SessionView, kit: string | null): object | null {
  const { amount, currency } = view;
  // Kept as it was set, which is checked there.
  const wanted = view.pay_later_messaging as Static<typeof PayLater> | null;
  if (!wanted?.enabled || kit !== 'buttons' || view.vault_setup) return null;
  const { logo_type, logo_position, text_color, text_align, text_size } = wanted;
  const color = text_color === 'white' ? 'black' : text_color;
  const style = {
    layout: 'text',
    logo: { type: logo_type, position: logo_position },
    text: { color, size: text_size, align: text_align },
  };
  return { amount, currency, placement: 'payment', style };
}

/** The address of the provider's library with what says so in it. */
export function withMessages(script: string): string {
  const url = new URL(script);
  url.searchParams.set('components', 'buttons,messages');
  return url.href;
}
