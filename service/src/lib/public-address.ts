import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const QUERY_TRIES = 2;
const LOOKUP_TIMEOUT_MS = 4_000;
const CACHE_MS = 60_000;
const CACHE_NAMES_MAX = 10_000;
// Of names that led somewhere when last asked for, and of the others (gap G58): however many names are dead, each of which takes the
// whole time a lookup may, those that live do not stand in line behind them.
const LOOKUPS_AT_ONCE_MAX = 64;
const LOOKUPS_WAITING_MAX = 10_000;

// A cloud's host fabric, reachable from its machines although the address is a public one.
const PUBLIC_BUT_INTERNAL = new Set(['168.63.129.16']);
// The only block of IPv6 that is given out; the rest of "unicast" belongs to nobody yet.
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an address literal is one that anybody on the internet may be asked at. Everything that is not plain
 *  unicast (private, shared, local, mapped, translated, documentation, reserved) is not. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast' || PUBLIC_BUT_INTERNAL.has(parsed.toString())) return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6);
}

/** What a host name, or an address literal, leads to. One address that is not public condemns the whole answer. */
type Vetted = { kind: 'public'; addresses: readonly string[] } | { kind: 'private' } | { kind: 'unresolved' };

export interface AddressBook {
  /** Resolves A and AAAA within 4 s. `fresh` asks DNS even when an answer of the last minute is at hand. */
  vet(host: string, options?: { fresh?: boolean }): Promise<Vetted>;
}

interface AddressBookOptions {
  /** DNS servers to ask instead of the host's own, as `address:port`. */
  servers?: readonly string[];
  now?: () => number;
  /** Instead of the 4 s. */
  lookupTimeoutMs?: number;
}

/** Makes the resolver of this process: c-ares, so that dead names never hold the threads that files and password
 *  hashes need; bounded in time, in lookups at once and in names remembered. */
export function addressBook(options: AddressBookOptions = {}): AddressBook {
  const limitMs = options.lookupTimeoutMs ?? LOOKUP_TIMEOUT_MS;
  const resolver = new Resolver({ timeout: limitMs / QUERY_TRIES, tries: QUERY_TRIES });
  if (options.servers) resolver.setServers([...options.servers]);
  const now = options.now ?? (() => performance.now());
  const known = new Map<string, { vetted: Vetted; until: number }>();
  const running = new Map<string, Promise<Vetted>>();
  const turns = { living: turnstile(), unknown: turnstile() };

  async function lookUp(host: string): Promise<Vetted> {
    const turn = known.has(host) ? turns.living : turns.unknown;
    const vetted = await turn(() => withinTime(resolver, host, limitMs));
    // A failure is not remembered: the next caller may be luckier.
    if (vetted.kind === 'unresolved') known.delete(host);
    else remember(known, host, { vetted, until: now() + CACHE_MS });
    return vetted;
  }

  return {
    vet: async (host, { fresh = false } = {}) => {
      if (isIP(host) !== 0) return vetAddresses([host]);
      // Never asked of DNS, and private wherever it is said (RFC 6761).
      if (/(^|\.)localhost\.?$/i.test(host)) return { kind: 'private' };
      const cached = known.get(host);
      if (!fresh && cached && cached.until > now()) return cached.vetted;
      const current = running.get(host);
      if (current) return current;
      const started = lookUp(host).finally(() => running.delete(host));
      running.set(host, started);
      return started;
    },
  };
}

/** The host of a URL as `isIP` and a resolver want it: an IPv6 literal without its brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

async function withinTime(resolver: Resolver, host: string, limitMs: number): Promise<Vetted> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string[]>((resolve) => {
    timer = setTimeout(() => resolve([]), limitMs);
  });
  const families = [resolver.resolve4(host), resolver.resolve6(host)].map((answer) => answer.catch(() => []));
  try {
    const addresses = await Promise.all(families.map((answer) => Promise.race([answer, late])));
    return vetAddresses(addresses.flat());
  } finally {
    clearTimeout(timer);
  }
}

function vetAddresses(addresses: readonly string[]): Vetted {
  if (addresses.length === 0) return { kind: 'unresolved' };
  return addresses.every(isPublicAddress) ? { kind: 'public', addresses } : { kind: 'private' };
}

// The oldest name goes first; a Map keeps the order of insertion.
function remember<T>(known: Map<string, T>, host: string, entry: T): void {
  known.delete(host);
  known.set(host, entry);
  if (known.size <= CACHE_NAMES_MAX) return;
  const oldest = known.keys().next();
  if (!oldest.done) known.delete(oldest.value);
}

/** At most so many lookups at once; the rest wait in line, and beyond the line's length nothing is resolved. */
function turnstile(): (work: () => Promise<Vetted>) => Promise<Vetted> {
  let inside = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (inside >= LOOKUPS_AT_ONCE_MAX) {
      if (waiting.length >= LOOKUPS_WAITING_MAX) return { kind: 'unresolved' };
      await new Promise<void>((enter) => waiting.push(enter));
    } else {
      inside += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else inside -= 1;
    }
  };
}
