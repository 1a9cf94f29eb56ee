import type { ErrorCode } from '../common/error-codes.ts';
import { enveloped, type FrameMessage, opened, type ParentMessage } from '../common/frame-messages.ts';
import type { Taken } from './flow.ts';
import type { NoticeName, Page, PanelName, Turn } from './page.ts';

/** The page as the page around it hears of it. */
export interface Frame {
  /** The ways to pay are there. */
  drawn(): void;
  /** The buyer pays in the provider's fields. */
  begun(): void;
  paid(taken: Taken): void;
}

const STATES: Readonly<Record<PanelName, string>> = {
  pay: 'ready',
  confirming: 'confirming',
  unknown: 'confirming',
  pending: 'pending',
  paid: 'paid',
  completed: 'completed',
  expired: 'expired',
  lapsed: 'expired',
  cannot_pay: 'failed',
  unsupported: 'failed',
};

const PANEL_CODES: Partial<Record<PanelName, ErrorCode>> = {
  pending: 'capture_pending',
  completed: 'session_completed',
  expired: 'session_expired',
  // The widest of all: the page itself does not say why.
  cannot_pay: 'config_error',
  lapsed: 'session_expired',
  unsupported: 'provider_unsupported',
};

const NOTICE_CODES: Partial<Record<NoticeName, ErrorCode>> = {
  declined: 'payment_declined',
  not_completed: 'payment_declined',
  rate_limited: 'rate_limited',
  unreachable: 'network_error',
  no_connection: 'network_error',
  script_failed: 'wallet_sdk_error',
};

/** Speaks with the page around this one, when that is one that may show it and begins. What happens before is kept. */
export function openFrame(page: Page): Frame {
  const { facts } = page;
  const kept: FrameMessage[] = [];
  let port: MessagePort | null = null;
  let isDrawn = facts.panel !== 'pay' || facts.provider_script === null;
  const say = (message: FrameMessage) => {
    if (port) port.postMessage(enveloped(message));
    else kept.push(message);
  };
  const tell = (turn: Turn) => {
    for (const message of messagesOf(turn, { isDrawn })) say(message);
  };
  document.documentElement.dataset['framed'] = '';
  tell({ panel: facts.panel, notice: null, code: null });
  page.watch(tell);
  hearParent(facts.framed_by, sessionOf(facts.api), (given) => {
    port = given;
    say({ type: 'ready', environment: facts.environment, title: facts.name });
    for (const message of kept.splice(0)) say(message);
    new ResizeObserver(() => say({ type: 'resize', height: heightOf() })).observe(document.body);
  });
  return {
    drawn: () => {
      if (isDrawn) return;
      isDrawn = true;
      if (page.panel() === 'pay') say({ type: 'state', state: 'ready' });
    },
    begun: () => say({ type: 'state', state: 'approving' }),
    paid: ({ order_id, capture_id }) => {
      if (order_id === null || capture_id === null) return;
      say({ type: 'approve', sessionId: sessionOf(facts.api), orderId: order_id, captureId: capture_id });
    },
  };
}

function messagesOf({ panel, notice, code }: Turn, { isDrawn }: { isDrawn: boolean }): FrameMessage[] {
  const messages: FrameMessage[] = [];
  const waits = panel === 'pay' && !isDrawn;
  const approving = notice === 'window_open' ? 'approving' : null;
  const error = code ?? PANEL_CODES[panel] ?? (notice && NOTICE_CODES[notice]);
  // Until the buyer has them loaded again, there is nothing to pay by.
  const waiting = error ? 'failed' : 'loading';
  messages.push({ type: 'state', state: approving ?? (waits ? waiting : STATES[panel]) });
  if (notice === 'canceled') messages.push({ type: 'cancel' });
  if (panel === 'expired' || panel === 'lapsed') messages.push({ type: 'expired' });
  if (error)
    messages.push({ type: 'error', code: error, message: `The payment page shows: ${notice ?? panel}` });
  return messages;
}

// The first page that may, and knows which session this is, has the port; nobody after it.
function hearParent(
  allowed: readonly string[] | null,
  sessionId: string,
  take: (port: MessagePort) => void,
): void {
  const hear = ({ source, origin, data, ports: [port] }: MessageEvent) => {
    const message = opened<ParentMessage>(data);
    const isOurs = source === window.parent && (allowed === null || allowed.includes(origin));
    if (!isOurs || !port || message === null) return;
    if (message === 'other version') {
      const error = {
        type: 'error',
        code: 'config_error',
        message: 'The frame speaks another version',
      } as const;
      return port.postMessage(enveloped(error));
    }
    if (message.type !== 'init' || message.sessionId !== sessionId) return;
    removeEventListener('message', hear);
    take(port);
  };
  addEventListener('message', hear);
}

function sessionOf(api: string): string {
  return api.slice(api.lastIndexOf('/') + 1);
}

function heightOf(): number {
  return Math.ceil(document.body.getBoundingClientRect().height);
}
