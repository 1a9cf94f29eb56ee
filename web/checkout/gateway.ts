import type { Counter, DrawFields, FieldWords } from '../kits/counter.ts';
import type { Till } from '../kits/till.ts';
import { codeOf } from '../common/error-codes.ts';
import { call } from '../common/session-api.ts';
import { within } from '../common/wait.ts';
import type { EmailField } from './email.ts';
import type { Flow } from './flow.ts';
import type { Frame } from './frame.ts';
import { noCredential } from './no-credential.ts';
import type { Page } from './page.ts';

const DRAW_LIMIT_MS = 8_000;
const API = '/api/checkout-sessions/';

interface Desk {
  page: Page;
  flow: Flow;
  frame: Frame | null;
  email: EmailField;
}

/** Draws a gateway's fields, which are all that its sessions are paid by. Throws when they do not come. */
export async function drawGateway(desk: Desk, draw: DrawFields): Promise<void> {
  const { page } = desk;
  const words = page.find('[data-card-words]').dataset['cardWords']!;
  const counter: Counter = {
    till: tillOf(desk),
    words: JSON.parse(words) as FieldWords,
    locale: document.documentElement.lang,
    buttonClass: 'button',
    nonce: document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '',
    credential: (operation) => credentialOf(desk, operation),
  };
  if (!(await within(DRAW_LIMIT_MS, draw(counter, page.find('[data-buttons]'))))) {
    throw new Error('the fields cannot stand here');
  }
}

async function credentialOf<T>({ page, flow }: Desk, operation: string): Promise<T> {
  const { api } = page.facts;
  const at = api.indexOf(API);
  const body = { checkout_session_id: api.slice(at + API.length) };
  const minted = await call<T>(api.slice(0, at) + operation, 'POST', body);
  if (minted.kind === 'ok') return minted.body;
  if (minted.kind === 'refused') {
    const { status } = minted;
    if (status === 409) await flow.refresh();
    else if (status === 403 || status === 422) page.show('cannot_pay', codeOf(status));
  }
  throw noCredential(minted.kind === 'refused' ? minted.status : null);
}

function tillOf({ page, flow, frame, email }: Desk): Till {
  const isOffered = () => page.panel() === 'pay';
  return {
    mayBegin: email.check,
    begin: () => frame?.begun(),
    order: (fundingSource, paymentToken) => {
      frame?.begun();
      return flow.createOrder(fundingSource, paymentToken);
    },
    take: async (orderId) => {
      await flow.capture(orderId);
      return page.panel() === 'paid';
    },
    leave: () => {
      if (isOffered()) page.offer('canceled');
    },
    decline: () => {
      if (isOffered()) page.offer('declined');
    },
    fail: () => {
      if (isOffered()) page.offer('not_completed', { code: 'wallet_sdk_error' });
    },
    say: () => undefined,
  };
}
