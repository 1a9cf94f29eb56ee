import type { SessionApi } from '../common/session-api.ts';
import { localizeTimes } from './expiry.ts';
import type { Page } from './page.ts';

/** Offers to print what was paid, and opens for the printer what is folded up on the screen. */
export function offerPrint(main: HTMLElement): void {
  for (const offer of main.querySelectorAll<HTMLElement>('[data-print]')) {
    offer.hidden = false;
    offer.addEventListener('click', () => print());
  }
  const folded = main.querySelectorAll('details');
  const opened: HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    for (const one of folded) {
      if (one.open) continue;
      one.open = true;
      opened.push(one);
    }
  });
  addEventListener('afterprint', () => {
    for (const one of opened.splice(0)) one.open = false;
  });
}

/** Writes on the receipt when the payment was taken, as the service knows it. Without an answer the line stays away. */
export async function datePayment(main: HTMLElement, page: Page, api: SessionApi): Promise<void> {
  const read = await api.read();
  const at = read.kind === 'ok' ? read.body.payment?.captured_at : undefined;
  if (at === undefined) return;
  for (const line of main.querySelectorAll<HTMLElement>('[data-paid-on]')) {
    line.querySelector('time')!.dateTime = at;
    line.hidden = false;
  }
  localizeTimes(main, page.facts.format);
}
