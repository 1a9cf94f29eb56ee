import { enveloped, type FrameMessage, opened } from '../common/frame-messages.ts';
import { adoptStyle, element } from '../common/dom.ts';
import { CheckoutError } from './errors.ts';
import { lifeOf, type View } from './life.ts';
import type { Checkout, CheckoutState, EmbedOptions, ErrorCode } from './types/fairway.d.ts';
import { readOptions, type Settings, wrong } from './options.ts';
import { type Teller, tellerOf } from './teller.ts';

const ANSWER_LIMIT_MS = 15_000;
const HEIGHT_MIN = 200;
const HEIGHT_MAX = 10_000;
const THEMES: readonly EmbedOptions['theme'][] = ['light', 'dark', 'auto'];
const ALLOWED = 'payment *; publickey-credentials-get *; clipboard-write';
const STYLE = `.fairway-frame { display: block; width: 100%; height: ${HEIGHT_MIN}px; border: 0; color-scheme: auto; }
.fairway-frame[hidden] { display: none; }`;

/** See `embed` in fairway.d.ts. */
export function embed(options: EmbedOptions): Checkout {
  const settings = readOptions(options);
  const { theme } = options;
  if (theme !== undefined && !THEMES.includes(theme)) throw wrong('theme is light, dark or auto');
  const teller = tellerOf(settings.callbacks);
  return lifeOf(teller, (place) => draw({ settings, options, teller }, place));
}

function addressOf({ base, sessionId, locale }: Settings, theme: string): string {
  const query = new URLSearchParams({
    ...(locale && { locale }),
    ...(theme !== 'auto' && { theme }),
  }).toString();
  return `${base}/embed/${sessionId}${query && `?${query}`}`;
}

// A frame by itself goes by the device, and would be dark in a page that is light on all of them.
function themeAt(place: Element): 'light' | 'dark' | 'auto' {
  const schemes = getComputedStyle(place).colorScheme.split(' ');
  if (!schemes.includes('dark')) return 'light';
  return schemes.includes('light') ? 'auto' : 'dark';
}

interface Desk {
  settings: Settings;
  options: EmbedOptions;
  teller: Teller;
}

/** A frame, and whether it still speaks for the checkout. */
interface Line extends Desk {
  frame: HTMLIFrameElement;
  isHushed: boolean;
  /** Ends it: nothing that it says is heard any more. */
  cut(): void;
}

function draw(desk: Desk, place: Element): View {
  const { settings, options, teller } = desk;
  adoptStyle(STYLE);
  const frame = element('iframe', 'fairway-frame', {
    src: addressOf(settings, options.theme ?? themeAt(place)),
    title: options.title ?? 'Secure payment',
    allow: ALLOWED,
    referrerpolicy: 'strict-origin',
  }) as HTMLIFrameElement;
  let port: MessagePort | null = null;
  const hangUp = () => {
    if (port) port.onmessage = null;
    port?.close();
  };
  const unheard = () =>
    stop(
      teller,
      'network_error',
      'the frame did not answer: Fairway is out of reach, or this origin is not in allowed_origins',
    );
  const timer = window.setTimeout(unheard, ANSWER_LIMIT_MS);
  const cut = () => {
    clearTimeout(timer);
    hangUp();
    frame.remove();
  };
  const line: Line = { ...desk, frame, isHushed: false, cut };
  // Each page that the frame shows is spoken to anew.
  frame.addEventListener('load', () => {
    hangUp();
    const channel = new MessageChannel();
    port = channel.port1;
    port.onmessage = ({ data }) => {
      clearTimeout(timer);
      hear(line, opened<FrameMessage>(data));
    };
    const init = enveloped({ type: 'init', sessionId: settings.sessionId });
    frame.contentWindow?.postMessage(init, new URL(settings.base).origin, [channel.port2]);
  });
  if (teller.state() !== 'paid') teller.turn('loading');
  place.append(frame);
  const hush = () => {
    line.isHushed = true;
  };
  return { root: frame, isFrame: true, hush, close: cut };
}

function hear(line: Line, message: ReturnType<typeof opened<FrameMessage>>): void {
  const { settings, options, teller, frame } = line;
  if (message === null) return;
  if (message === 'other version') {
    line.cut();
    return stop(teller, 'config_error', 'the frame is of another version');
  }
  switch (message.type) {
    case 'ready': {
      const isLive = message.environment === 'live';
      if (isLive !== (settings.environment === 'live')) {
        line.cut();
        return stop(teller, 'config_error', `the session is of a ${message.environment} deployment`);
      }
      if (options.title === undefined) frame.title = message.title;
      return;
    }
    case 'resize': {
      if (frame.hidden) return;
      const height = Math.min(Math.max(Number(message.height) || 0, HEIGHT_MIN), HEIGHT_MAX);
      frame.style.height = `${height}px`;
      return void options.onResize?.(height);
    }
    case 'approve': {
      const { sessionId, orderId, captureId } = message;
      if (sessionId !== settings.sessionId) return;
      teller.turn('paid');
      return teller.approve({ sessionId, orderId, captureId });
    }
    default:
      // What was paid stays paid, whatever a page shows that was loaded since.
      if (!line.isHushed && teller.state() !== 'paid') hearOfState(teller, message);
  }
}

type OfState = Exclude<FrameMessage, { type: 'ready' | 'resize' | 'approve' }>;

function hearOfState(teller: Teller, message: OfState): void {
  switch (message.type) {
    case 'state': {
      const isFirst = message.state === 'ready' && teller.state() === 'loading';
      teller.turn(message.state as CheckoutState);
      if (isFirst) teller.ready();
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
