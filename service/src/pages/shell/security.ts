import { randomBytes } from 'node:crypto';

const HSTS_SECONDS = 63_072_000;

export interface PagePolicy {
  nonce: string;
  /** Where the provider's browser script, its windows and its approval page are; null on pages without it. */
  provider: string | null;
  /** Where else its frames and its calls are. */
  provider_sources: readonly string[];
  /** Who may show the page in a frame. */
  framed_by: 'nobody' | 'anyone' | readonly string[];
  /** Hosts of images besides https and data. */
  image_origins: readonly string[];
  /** Where no script runs, our own forms are told from a stranger's by the origin that browsers name; nobody else is told it. */
  referrer: 'to_ourselves' | 'none';
  /** Kept where the provider's window may end up: cut off from its opener, it could be closed by nobody. */
  opener: 'kept' | 'popups_only';
}

// The last that a browser knows holds.
const REFERRER = { to_ourselves: 'no-referrer, same-origin', none: 'no-referrer' } as const;

/** A nonce for one answer. */
export function newNonce(): string {
  return randomBytes(16).toString('base64');
}

/** The head of a page's answer: nothing runs, loads, frames or posts but what the policy names. */
export function pageHeaders(baseUrl: string, policy: PagePolicy): Record<string, string> {
  const isSecure = baseUrl.startsWith('https:');
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentPolicy(policy),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': REFERRER[policy.referrer],
    'permissions-policy': permissions(policy.provider),
    'cross-origin-opener-policy': policy.opener === 'kept' ? 'unsafe-none' : 'same-origin-allow-popups',
    ...(policy.framed_by === 'nobody' ? { 'x-frame-options': 'DENY' } : {}),
    ...(isSecure ? { 'strict-transport-security': `max-age=${HSTS_SECONDS}; includeSubDomains` } : {}),
  };
}

function contentPolicy(policy: PagePolicy): string {
  const own = policy.provider === null ? [] : originsOf(policy.provider);
  const provider = [...own, ...policy.provider_sources];
  const nonce = `'nonce-${policy.nonce}'`;
  const directives: [string, readonly string[]][] = [
    ['default-src', ["'none'"]],
    ['script-src', [nonce, ...provider]],
    ['style-src', ["'self'", nonce]],
    ['img-src', ["'self'", 'https:', 'data:', ...provider, ...policy.image_origins]],
    ['connect-src', ["'self'", ...provider]],
    ['frame-src', provider.length > 0 ? provider : ["'none'"]],
    // A form's answer may lead to the provider, and browsers judge redirects by this directive too.
    ['form-action', ["'self'", ...provider]],
    ['base-uri', ["'none'"]],
    ['frame-ancestors', ancestors(policy.framed_by)],
  ];
  return directives.map(([name, sources]) => `${name} ${[...new Set(sources)].join(' ')}`).join('; ');
}

function ancestors(framedBy: PagePolicy['framed_by']): readonly string[] {
  if (framedBy === 'anyone') return ['*'];
  if (framedBy === 'nobody' || framedBy.length === 0) return ["'none'"];
  return framedBy.map((origin) => new URL(origin).origin);
}

/** Where a provider's script comes from. One under a name of its own loads parts from sister hosts. */
export function originsOf(address: string): string[] {
  const { origin, protocol, hostname } = new URL(address);
  const labels = hostname.split('.');
  const isNamed = protocol === 'https:' && labels.length > 2 && !/^\d+$/.test(labels.at(-1)!);
  return isNamed ? [origin, `https://*.${labels.slice(1).join('.')}`] : [origin];
}

function permissions(provider: string | null): string {
  const payment = provider === null ? '()' : `(self "${new URL(provider).origin}")`;
  return `payment=${payment}, camera=(), microphone=(), geolocation=(), usb=(), clipboard-write=(self)`;
}
