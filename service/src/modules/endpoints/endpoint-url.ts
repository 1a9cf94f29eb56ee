import { hostOf } from '../../lib/public-address.ts';
import { UnfitValue } from '../../refusals.ts';

// The URL parser would quietly drop or turn these; what is stored is what was sent, so they are refused.
const SILENTLY_CHANGED = /[\s\\\p{Cc}]/u;
// The parser also supplies slashes that were left out and skips those too many: `https:///a` would be the host `a`.
const SCHEME_AND_HOST = /^[a-z][a-z0-9+.-]*:\/\/[^/]/i;
// Whoever tries http has a receiver on a machine of their own.
const NEAR =
  '`fairway listen` forwards the events of a test channel to a receiver on your own machine, without an endpoint';
const LABEL_MAX = 63;
const HOST_MAX = 253;

export interface EndpointUrl {
  /** As sent. */
  url: string;
  /** Lower case, internationalized labels in their ASCII form, an address literal without brackets. */
  host: string;
}

/** Reads the URL of an endpoint: https, port 443, no credentials, a well-formed host, no fragment (gap G50). Throws
 *  UnfitValue for anything else. Whether the host is public is asked of DNS, not here. */
export function readEndpointUrl(text: string): EndpointUrl {
  if (SILENTLY_CHANGED.test(text) || !SCHEME_AND_HOST.test(text) || !URL.canParse(text)) {
    throw problem(text, { type: 'url_parsing', msg: 'Input should be a valid URL' });
  }
  const url = new URL(text);
  if (url.protocol !== 'https:') {
    const ctx = { expected_schemes: "'https'", hint: NEAR };
    throw problem(text, { type: 'url_scheme', msg: "URL scheme should be 'https'", ctx });
  }
  if (url.port !== '') {
    throw problem(text, { type: 'value_error', msg: 'Value error, only the default port 443 is allowed' });
  }
  const authority = text.split(/[/?#]/)[2] ?? '';
  if (url.username !== '' || url.password !== '' || authority.includes('@')) {
    throw problem(text, { type: 'value_error', msg: 'Value error, credentials are not allowed in the URL' });
  }
  if (text.includes('#')) {
    throw problem(text, { type: 'value_error', msg: 'Value error, a fragment is not allowed in the URL' });
  }
  const host = hostOf(url);
  // An escaped host would be a second spelling of another.
  if (authority.includes('%') || !isWellFormed(host)) {
    throw problem(text, { type: 'url_parsing', msg: 'Input should be a valid URL, invalid host name' });
  }
  return { url: text, host };
}

// A final dot would make a second spelling of the same host, and no certificate carries it.
function isWellFormed(host: string): boolean {
  if (host.includes(':')) return true;
  if (host.length > HOST_MAX) return false;
  return host.split('.').every((label) => label.length > 0 && label.length <= LABEL_MAX);
}

function problem(
  input: string,
  said: { type: string; msg: string; ctx?: Record<string, unknown> },
): UnfitValue {
  return new UnfitValue([{ member: null, ...said, input }]);
}
