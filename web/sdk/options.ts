import type { Callbacks, Environment } from './types/fairway.d.ts';
import { CheckoutError } from './errors.ts';

const SESSION = /^cs_[A-Za-z0-9]{10,60}$/;
const PLAIN_HOSTS = /^(?:localhost|127(?:\.\d+){3}|\[::1\]|.+\.localhost)$/;

export interface Settings {
  sessionId: string;
  environment: Environment;
  /** Without a slash at its end. */
  base: string;
  cspNonce: string;
  /** The language that the page asks for; empty where it leaves it to the browser. */
  locale: string;
  callbacks: Callbacks;
}

const CALLBACKS = ['onReady', 'onStateChange', 'onApprove', 'onCancel', 'onError', 'onExpired'] as const;

// Those of both ways, since a page may draw either by what it was given.
const KNOWN: readonly string[] = [
  ...CALLBACKS,
  ...['onResize', 'sessionId', 'environment', 'baseUrl', 'cspNonce', 'locale', 'theme', 'title'],
];

const nothing = (): void => undefined;

interface Given extends Callbacks {
  sessionId: string;
  environment: Environment;
  baseUrl?: string;
  cspNonce?: string;
  locale?: string;
}

let servedFrom: string | null = null;

/** Remembers where the script that runs came from: `<base>/sdk/…`. */
export function cameFrom(address: string | undefined): void {
  const at = address?.lastIndexOf('/sdk/') ?? -1;
  if (at > 0) servedFrom = address!.slice(0, at);
}

/** Judges what a page asks for, before anything is asked of the service. Throws `config_error`. */
export function readOptions(given: Given): Settings {
  const { sessionId, environment, baseUrl, cspNonce, locale } = given ?? {};
  if (environment !== 'live' && environment !== 'sandbox') {
    throw wrong(`environment is live or sandbox, not ${JSON.stringify(environment) ?? 'left out'}`);
  }
  if (typeof sessionId !== 'string' || !SESSION.test(sessionId)) {
    throw wrong('sessionId is the id of a checkout session, cs_…');
  }
  for (const name of CALLBACKS) {
    if (typeof (given[name] ?? nothing) !== 'function') throw wrong(`${name} is a function`);
  }
  // A page that worked until now goes on doing so.
  for (const name of Object.keys(given)) {
    if (!KNOWN.includes(name)) console.warn(`Fairway: there is no option ${name}`);
  }
  return {
    sessionId,
    environment,
    base: baseOf(baseUrl, environment),
    cspNonce: cspNonce ?? '',
    locale: locale ?? '',
    callbacks: given,
  };
}

function baseOf(given: string | undefined, environment: Environment): string {
  const text = given ?? servedFrom;
  if (text === null) throw wrong('baseUrl is needed where the script was not loaded from your Fairway');
  let url: URL;
  try {
    url = new URL(text);
  } catch (cause) {
    throw wrong('baseUrl is no address', cause);
  }
  const isPlain = environment === 'sandbox' && url.protocol === 'http:' && PLAIN_HOSTS.test(url.hostname);
  if (url.protocol !== 'https:' && !isPlain) throw wrong('baseUrl begins with https://');
  return url.origin + url.pathname.replace(/\/+$/, '');
}

export function wrong(message: string, cause?: unknown): CheckoutError {
  return new CheckoutError('config_error', message, { cause });
}

/** The element that a page means. Throws `config_error` when there is none. */
export function placeOf(place: Element | string): Element {
  const found = typeof place === 'string' ? document.querySelector(place) : place;
  if (found instanceof Element) return found;
  const what = typeof place === 'string' ? `${place} finds none` : 'that is none';
  throw wrong(`mount needs an element; ${what}`);
}
