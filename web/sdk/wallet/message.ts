import type { Session } from '../session.ts';
import type { WalletKit } from './kit.ts';

/** Draws what paying later would mean for the amount, where the merchant has it shown. */
export async function drawMessage(kit: WalletKit, place: HTMLElement, session: Session): Promise<void> {
  const { pay_later_messaging: wanted, amount, currency } = session;
  if (!wanted?.enabled || !kit.Messages) return;
  const style = {
    layout: 'text',
    logo: { type: wanted.logo_type, position: wanted.logo_position },
    text: { color: wanted.text_color, size: wanted.text_size, align: wanted.text_align },
  };
  await kit.Messages({ amount, currency, placement: 'payment', style }).render(place);
}
