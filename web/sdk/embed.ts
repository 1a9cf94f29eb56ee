import { enveloped, type FrameMessage, opened, type ParentMessage } from '../kit/frame-messages.ts';
import { adoptStyle, element } from './dom.ts';
import { CheckoutError } from './errors.ts';
import type { Checkout, CheckoutState, EmbedOptions, ErrorCode } from './types/fairway.d.ts';
import { placeOf, readOptions, type Settings, wrong } from './options.ts';
import { type Teller, tellerOf } from './teller.ts';

const ANSWER_LIMIT_MS = 15_000;
const HEIGHT_MIN = 200;
const HEIGHT_MAX = 10_000;
const ALLOWED = 'payment *; publickey-credentials-get *; clipboard-write';
const STYLE = `.fairway-frame { display: block; width: 100%; height: ${HEIGHT_MIN}px; border: 0; color-scheme: auto; }`;

/** See `embed` in fairway.d.ts. */
export function embed(options: EmbedOptions): Checkout {
  const settings = readOptions(options);
  const teller = tellerOf(settings.callbacks);
  let shown: Shown | null = null;
  let isDestroyed = false;
  const self: Checkout = {
    get state() {
      return teller.state();
    },
    mount: (target) => {
      if (isDestroyed) throw wrong('this checkout was destroyed; make another');
      const place = placeOf(target);
      if (shown?.frame.parentNode === place && shown.frame.isConnected) return self;
      self.unmount();
      shown = show(settings, options, teller, place);
      return self;
    },
    unmount: () => {
      shown?.close();
      shown = null;
    },
    destroy: () => {
      isDestroyed = true;
      teller.silence();
      self.unmount();
    },
  };
  return self;
}

interface Shown {
  frame: HTMLIFrameElement;
  close(): void;
}

function show(settings: Settings, options: EmbedOptions, teller: Teller, place: Element): Shown {
  adoptStyle(STYLE);
  const frame = element('iframe', 'fairway-frame', {
    src: `${settings.base}/embed/${settings.sessionId}`,
    title: options.title ?? 'Secure payment',
    allow: ALLOWED,
    referrerpolicy: 'strict-origin',
  }) as HTMLIFrameElement;
  let port: MessagePort | null = null;
  let timer = 0;
  const say = (message: ParentMessage) => port?.postMessage(enveloped(message));
  // Each page that the frame shows is spoken to anew.
  frame.addEventListener('load', () => {
    port?.close();
    const channel = new MessageChannel();
    port = channel.port1;
    port.onmessage = ({ data }) => {
      clearTimeout(timer);
      hear({ settings, options, teller, frame }, opened<FrameMessage>(data));
    };
    const init = enveloped({ type: 'init', sessionId: settings.sessionId });
    frame.contentWindow?.postMessage(init, new URL(settings.base).origin, [channel.port2]);
  });
  const unheard = () =>
    stop(
      teller,
      'network_error',
      'the frame did not answer: Fairway is out of reach, or this origin is not in allowed_origins',
    );
  timer = window.setTimeout(unheard, ANSWER_LIMIT_MS);
  teller.turn('loading');
  place.append(frame);
  return {
    frame,
    close: () => {
      clearTimeout(timer);
      say({ type: 'destroy' });
      port?.close();
      frame.remove();
      if (teller.state() === 'ready' || teller.state() === 'loading') teller.turn('idle');
    },
  };
}

interface Heard {
  settings: Settings;
  options: EmbedOptions;
  teller: Teller;
  frame: HTMLIFrameElement;
}

function hear(
  { settings, options, teller, frame }: Heard,
  message: ReturnType<typeof opened<FrameMessage>>,
): void {
  if (message === null) return;
  if (message === 'other version') return stop(teller, 'config_error', 'the frame is of another version');
  switch (message.type) {
    case 'ready': {
      const isLive = message.environment === 'live';
      if (isLive !== (settings.environment === 'live')) {
        frame.remove();
        return stop(teller, 'config_error', `the session is of a ${message.environment} deployment`);
      }
      if (options.title === undefined) frame.title = message.title;
      return;
    }
    case 'resize': {
      const height = Math.min(Math.max(Number(message.height) || 0, HEIGHT_MIN), HEIGHT_MAX);
      frame.style.height = `${height}px`;
      return void options.onResize?.(height);
    }
    case 'state': {
      const isFirst = message.state === 'ready' && teller.state() === 'loading';
      teller.turn(message.state as CheckoutState);
      if (isFirst) teller.ready();
      return;
    }
    case 'approve': {
      const { sessionId, orderId, captureId } = message;
      if (sessionId === settings.sessionId) teller.approve({ sessionId, orderId, captureId });
      return;
    }
    case 'cancel':
      return teller.cancel();
    case 'expired':
      return teller.expired();
    case 'error':
      return teller.error(new CheckoutError(message.code, message.message));
  }
}

function stop(teller: Teller, code: ErrorCode, message: string): void {
  teller.turn('failed');
  teller.error(new CheckoutError(code, message));
}
