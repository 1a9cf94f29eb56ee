import { codeOf } from '../common/error-codes.ts';
import { sessionApi } from '../common/session-api.ts';
import { watchConnection } from './connection.ts';
import { type EmailField, watchEmail } from './email.ts';
import { localizeTimes, watchExpiry } from './expiry.ts';
import { openFlow, type Flow, type Taken } from './flow.ts';
import { type Frame, openFrame } from './frame.ts';
import { openPage, type Page } from './page.ts';
import { drawGateway } from './gateway.ts';
import { GATEWAY_KITS } from '../kits/gateways.ts';
import { type ButtonOptions, drawButtons } from './provider.ts';
import { datePayment, offerPrint } from './receipt.ts';
import { noCredential, noticeOf } from './no-credential.ts';

const RETURN_AFTER_MS = 3_000;

start();

function start(): void {
  const main = document.getElementById('checkout');
  if (!main) return;
  document.documentElement.dataset['script'] = 'on';
  const page = openPage(main);
  localizeTimes(main, page.facts.format);
  if (isProvidersWindow(page)) {
    // The page that opened this window takes the payment on; here it would be taken on a second time.
    window.close();
    return;
  }
  const api = sessionApi(page.facts.api);
  const frame = page.facts.is_embedded ? openFrame(page) : null;
  const email = watchEmail(main);
  const paid = (taken: Taken) => {
    frame?.paid(taken);
    void datePayment(main, page, api);
    leaveWhenPaid(page, taken.capture_id);
  };
  const flow = openFlow(page, api, { email, paid });
  const loadButtons = () => offerButtons({ page, flow, frame, email, mintClientToken: api.mintClientToken });
  // The buttons are drawn when they are first wanted, which may be after a payment that did not succeed.
  let wanted = false;
  const wantButtons = () => {
    if (wanted || page.panel() !== 'pay') return;
    wanted = true;
    void loadButtons();
  };
  new MutationObserver(wantButtons).observe(main, { attributeFilter: ['data-panel'] });
  page.find('[data-act="retry"]').addEventListener('click', () => {
    page.offer(null);
    void loadButtons();
  });
  page.find('[data-act="check"]').addEventListener('click', (event) => {
    (event.currentTarget as HTMLElement).closest<HTMLElement>('[data-slow]')!.hidden = true;
    void flow.settle(page.facts.order_id);
  });
  watchForm();
  watchConnection(page, flow);
  if (!frame) offerPrint(main);
  begin(page, flow);
  wantButtons();
}

// Whether this is the window that the provider's buttons opened for the same session, sent back when it had
// ended.
function isProvidersWindow(page: Page): boolean {
  try {
    const opener = window.opener as Window | null;
    return opener?.document.getElementById('checkout')?.dataset['api'] === page.facts.api;
  } catch {
    // A page of another origin opened this one.
    return false;
  }
}

function begin(page: Page, flow: Flow): void {
  const { panel, order_id, expires_in_ms, success_url } = page.facts;
  // A reload shows the session as it is by then, not the news of a step that is over. Until an approved
  // payment is through, the address keeps its order.
  const forgetStep = () => history.replaceState(null, '', page.facts.page);
  if (panel !== 'confirming') forgetStep();
  if (panel === 'confirming' && order_id !== null) void flow.capture(order_id).finally(forgetStep);
  else if (panel === 'unknown' || panel === 'pending') void flow.settle(order_id);
  else if (panel === 'paid' && success_url !== null) leaveWhenPaid(page, null);
  if (expires_in_ms === null) return;
  watchExpiry(expires_in_ms, {
    warning: () => {
      if (page.panel() === 'pay') page.say('expiring');
    },
    end: () => {
      // What is approved by now is still taken.
      if (page.panel() === 'pay' && !page.isApproving()) void flow.refresh();
    },
  });
}

interface Offering {
  page: Page;
  flow: Flow;
  frame: Frame | null;
  email: EmailField;
  mintClientToken: Mint;
}

async function offerButtons({ page, flow, frame, email, mintClientToken }: Offering): Promise<void> {
  const { kit, provider_script, pay_later, attribution, preselect } = page.facts;
  if (provider_script === null) return;
  const gateway = GATEWAY_KITS[kit ?? ''];
  const ways = page.find('[data-ways]');
  const loading = page.find('[data-loading]');
  const retry = page.find('[data-retry]');
  ways.hidden = false;
  loading.hidden = false;
  retry.hidden = true;
  const panel = page.find('[data-panel-name="pay"]');
  panel.dataset['phase'] = 'loading';
  try {
    if (gateway) await drawGateway({ page, flow, frame, email }, gateway);
    else {
      const minted = await mintClientToken();
      if (minted.kind === 'refused' && minted.status === 409) return await flow.refresh();
      if (minted.kind === 'refused' && minted.status === 422)
        return page.show('cannot_pay', codeOf(minted.status));
      if (minted.kind !== 'ok') throw noCredential(minted.kind === 'refused' ? minted.status : null);
      const source = { url: provider_script, attribution, client_token: minted.body.client_token };
      const others = preselect && page.find('[data-others]');
      const later = pay_later && { place: page.find('[data-later]'), line: pay_later };
      const options = { ...buttonOptions(page, flow, email), ways: preselect };
      await drawButtons(source, { first: page.find('[data-buttons]'), others, later }, options);
    }
    panel.dataset['phase'] = 'drawn';
    frame?.drawn();
  } catch (cause) {
    ways.hidden = true;
    retry.hidden = false;
    panel.dataset['phase'] = 'failed';
    if (page.panel() === 'pay') page.offer(noticeOf(cause), { focus: false });
  } finally {
    loading.hidden = true;
    ways.removeAttribute('aria-busy');
  }
}

type Mint = ReturnType<typeof sessionApi>['mintClientToken'];

function buttonOptions(page: Page, flow: Flow, email: EmailField): ButtonOptions {
  return {
    onClick: (_click, actions) => email.check() || actions?.reject(),
    createOrder: async ({ paymentSource } = {}) => {
      const order = await flow.createOrder(paymentSource ?? null);
      page.offer('window_open', { focus: false });
      return order;
    },
    onApprove: ({ orderID }) => flow.capture(orderID),
    onCancel: () => {
      if (page.panel() !== 'pay') return;
      page.offer('canceled');
      void flow.glance();
    },
    onError: () => {
      // Our own refusals have been said already; the provider's script only repeats them.
      const said = page.find('[data-panel-name="pay"]').querySelector('.notice.bad:not([hidden])');
      if (page.panel() === 'pay' && !said) page.offer('not_completed', { code: 'wallet_sdk_error' });
    },
  };
}

function leaveWhenPaid(page: Page, captureId: string | null): void {
  if (captureId !== null) {
    page.fill('capture_id', captureId);
    page.find('[data-panel-name="paid"] [data-reference]').hidden = false;
  }
  const { success_url, is_embedded } = page.facts;
  // A frame belongs to the page around it, which goes on by itself.
  if (success_url === null || is_embedded) return;
  const leaving = setTimeout(() => location.assign(success_url), RETURN_AFTER_MS);
  // Whoever prints the receipt goes on by the link.
  addEventListener('beforeprint', () => {
    clearTimeout(leaving);
    page.find('[data-leaving]').hidden = true;
  });
}

// A second click would make a second order; a page that comes back from the history can be used again.
function watchForm(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-fallback]');
  // A gateway's fields have no page to be sent to instead.
  if (!button) return;
  button.form?.addEventListener('submit', (event) => {
    setTimeout(() => {
      button.disabled = !event.defaultPrevented;
    });
  });
  addEventListener('pageshow', () => {
    button.disabled = false;
  });
}
