import type { Flow } from './flow.ts';
import type { Page } from './page.ts';

/** Says when the browser has lost its connection, and looks how the session stands when it is back, and whenever the buyer comes
 *  back to this page: it may have been paid elsewhere meanwhile. */
export function watchConnection(page: Page, flow: Flow): void {
  const told = page.find('[data-offline]');
  const tell = () => {
    told.hidden = navigator.onLine;
    page.hear(navigator.onLine ? null : told);
  };
  const look = () => {
    if (page.panel() === 'pay' && !page.isApproving()) void flow.glance();
  };
  addEventListener('offline', tell);
  addEventListener('online', () => {
    tell();
    const toldThen = page.find('[data-notice-name="no_connection"]');
    // Whoever has gone on meanwhile, to a field for one, stays there.
    if (page.panel() === 'pay' && !toldThen.hidden) page.offer(null, { focus: toldThen.matches(':focus') });
    look();
    const slow = page.find('[data-slow]');
    if (page.panel() === 'unknown' && !slow.hidden) slow.querySelector('button')?.click();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
  });
  if (!navigator.onLine) tell();
}
