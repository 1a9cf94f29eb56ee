import type { WalletKit } from './kit.ts';
import type { Till } from '../../kits/till.ts';

const STYLE = { layout: 'vertical', shape: 'rect', height: 48 };

/** Draws the provider's buttons. False when none of them is for this session. */
export async function drawButtons(kit: WalletKit, place: HTMLElement, till: Till): Promise<boolean> {
  const buttons = kit.Buttons?.({
    style: STYLE,
    createOrder: ({ paymentSource } = {}) => till.order(paymentSource ?? null),
    onApprove: async ({ orderID }) => {
      await till.take(orderID);
    },
    onCancel: till.leave,
    onError: till.fail,
  });
  if (!buttons || buttons.isEligible?.() === false) return false;
  await buttons.render(place);
  return true;
}
