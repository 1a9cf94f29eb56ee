import { isIP } from 'node:net';

/** Where the passkeys of a deployment belong: browsers bind each to a domain. */
export interface PasskeySite {
  rp_id: string;
  origin: string;
}

/** The domain that passkeys are bound to, or null where browsers allow none: an address without a name, or a page
 *  that came over plain http. This machine's own address has a name of its own, localhost. */
export function passkeySite(baseUrl: string): PasskeySite | null {
  const url = new URL(baseUrl);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isLoopback(host)) {
    const port = url.port === '' ? '' : `:${url.port}`;
    return { rp_id: 'localhost', origin: `${url.protocol}//localhost${port}` };
  }
  if (isIP(host) !== 0 || url.protocol !== 'https:') return null;
  return { rp_id: host, origin: url.origin };
}

/** Whether a host of a URL is this machine itself. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

const OF_THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

/** The origins of the service's own pages, which alone may send its cookie. This machine has several names for itself. */
export function ownOrigins(baseUrl: string): string[] {
  const { origin, protocol, hostname, port } = new URL(baseUrl);
  const others = isLoopback(hostname) ? OF_THIS_MACHINE : [];
  return [origin, ...others.map((host) => new URL(`${protocol}//${host}:${port}`).origin)];
}

/** Whether a call comes from one of our own pages, as its browser tells: a page cannot choose these two headers. Of a call
 *  that reads, older browsers tell neither, nor does any to a named host without TLS; no other page could see its answer. */
export function isFromOwnPage(
  baseUrl: string,
  call: { reads: boolean; origin: string | null; fetch_site: string | null },
): boolean {
  if (call.fetch_site !== null && call.fetch_site !== 'same-origin') return false;
  if (call.origin !== null) return ownOrigins(baseUrl).includes(call.origin);
  return call.reads || call.fetch_site === 'same-origin';
}

/** The name of the cookie that holds an owner's session. Over https the prefix makes browsers refuse one that was set
 *  by another host or without TLS; without TLS they would refuse the prefix. */
function ownerCookieName(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? '__Host-fairway_owner' : 'fairway_owner';
}

/** The cookie of an owner's session: read by no script, sent by no other site, gone with the session. An age of 0
 *  takes it away. */
export function ownerCookie(baseUrl: string, cookie: { token: string; seconds: number }): string {
  const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
  const name = ownerCookieName(baseUrl);
  return `${name}=${cookie.token}; Path=/; Max-Age=${cookie.seconds}; HttpOnly; SameSite=Strict${secure}`;
}

/** The token inside a Cookie header, or null. */
export function ownerTokenIn(baseUrl: string, header: string | null): string | null {
  const name = ownerCookieName(baseUrl);
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  const values = pairs
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  // Two of one name: a browser never sends them, so nothing tells which one is meant.
  return values.length === 1 && /^[A-Za-z0-9_-]{1,200}$/.test(values[0]!) ? values[0]! : null;
}
