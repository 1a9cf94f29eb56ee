import { X509Certificate } from 'node:crypto';
import type { Clock } from '../../../lib/clock.ts';
import { HOUR_MS } from '../../../lib/time.ts';
import type { Unreachable } from '../../rail.ts';
import { fetchBudget } from './fetch-budget.ts';
import { type Known, knownCertificates } from './known-certificates.ts';
import type { PpcpOptions } from '../options.ts';
import type { Transport } from '../../http/transport.ts';

const CERTIFICATE_MAX = 64 * 1024;
const FETCH_TIMEOUT_MS = 10_000;
const UNPROVEN_MAX = 16;
const UNPROVEN_MS = 10 * 60_000;
const RETRIED_AFTER_MS = 60_000;
// A known one is fetched again while it is in use, so that one that the provider took away is not believed for long, and
// is believed for a week while the provider does not answer.
const RENEWED_AFTER_MS = 12 * HOUR_MS;
const BELIEVED_MS = 7 * 24 * HOUR_MS;

interface Fetched {
  kind: 'certificate';
  certificate: X509Certificate;
  pem: string;
}

type FetchOutcome = Fetched | { kind: 'bad'; problem: string } | Unreachable;

type CertificateOutcome =
  { kind: 'certificate'; certificate: X509Certificate } | { kind: 'bad'; problem: string } | Unreachable;

export interface Certificates {
  /** The certificate at an address, which the caller has checked to be the provider's. One that no notice was genuine by
   *  is fetched within the budget of whoever names it. */
  get(url: URL, source_address: string): Promise<CertificateOutcome>;
  /** A notice was genuine by it: it is known from now on, whatever strangers do. */
  prove(url: URL): Promise<void>;
}

/** The provider's signing certificates, fetched once however many ask. */
export function createCertificates(transport: Transport, options: PpcpOptions): Certificates {
  const { clock } = options;
  const known = knownCertificates(options.certificates, clock);
  const budget = fetchBudget(clock);
  const unproven = unprovenCertificates(clock);
  const fetches = fetchesOf(transport);

  async function renew(url: URL): Promise<CertificateOutcome> {
    const { href: address } = url;
    try {
      const outcome = await fetches.load(url);
      if (outcome.kind === 'certificate')
        await known.keep({ address, pem: outcome.pem, fetched_at: clock.now() });
      if (outcome.kind === 'bad') await known.drop(address);
      return outcome;
    } catch (error) {
      options.log({ event: 'certificate.not_stored', problem: String(error) });
      return unreachable('could not be stored', null);
    }
  }

  function getKnown(url: URL, one: Known): CertificateOutcome | Promise<CertificateOutcome> {
    const nowMs = clock.wall().getTime();
    const ageMs = clock.now().getTime() - one.fetched_at.getTime();
    const isBelieved = ageMs < BELIEVED_MS;
    if (ageMs >= RENEWED_AFTER_MS && Math.abs(nowMs - one.triedMs) >= RETRIED_AFTER_MS) {
      one.triedMs = nowMs;
      const renewing = renew(url);
      if (!isBelieved) return renewing;
    }
    if (isBelieved) return { kind: 'certificate', certificate: one.certificate };
    return fetches.underway(url) ?? unreachable('its renewal failed a moment ago', 60);
  }

  async function getUnproven(url: URL, source_address: string): Promise<CertificateOutcome> {
    const seen = unproven.find(url.href);
    if (seen) return seen;
    if (!fetches.underway(url) && !budget.take(source_address)) {
      return unreachable('too many certificates were asked for', 60);
    }
    const outcome = await fetches.load(url);
    if (outcome.kind === 'certificate') unproven.add(url.href, outcome);
    return outcome;
  }

  return {
    get: async (url, source_address) => {
      const one = await known.find(url.href);
      return one ? getKnown(url, one) : getUnproven(url, source_address);
    },
    prove: async ({ href: address }) => {
      const proven = unproven.take(address);
      if (!proven) return;
      await known.keep({ address, pem: proven.pem, fetched_at: clock.now() });
    },
  };
}

// Each is fetched once at a time.
function fetchesOf(transport: Transport) {
  const underway = new Map<string, Promise<FetchOutcome>>();
  return {
    underway: (url: URL): Promise<FetchOutcome> | undefined => underway.get(url.href),
    load: (url: URL): Promise<FetchOutcome> => {
      const running = underway.get(url.href);
      if (running) return running;
      const loading = fetchCertificate(transport, url).finally(() => underway.delete(url.href));
      underway.set(url.href, loading);
      return loading;
    },
  };
}

// Fetched, and nobody vouches for them yet.
function unprovenCertificates(clock: Clock) {
  const byAddress = new Map<string, Fetched & { untilMs: number }>();
  return {
    find: (address: string): Fetched | null => {
      const one = byAddress.get(address);
      return one && clock.wall().getTime() < one.untilMs ? one : null;
    },
    add: (address: string, fetched: Fetched): void => {
      byAddress.delete(address);
      byAddress.set(address, { ...fetched, untilMs: clock.wall().getTime() + UNPROVEN_MS });
      const [oldest] = byAddress.keys();
      if (byAddress.size > UNPROVEN_MAX && oldest !== undefined) byAddress.delete(oldest);
    },
    take: (address: string): Fetched | null => {
      const one = byAddress.get(address) ?? null;
      byAddress.delete(address);
      return one;
    },
  };
}

async function fetchCertificate(transport: Transport, url: URL): Promise<FetchOutcome> {
  const answer = await transport.send({
    method: 'GET',
    url,
    headers: { accept: 'application/x-pem-file, text/plain, */*' },
    body: null,
    timeoutMs: FETCH_TIMEOUT_MS,
    bodyMax: CERTIFICATE_MAX,
  });
  if (answer.kind === 'lost') return unreachable(answer.problem, null);
  if (answer.status >= 500 || answer.status === 429) return unreachable(`status ${answer.status}`, null);
  if (answer.status !== 200) return { kind: 'bad', problem: `no certificate there: status ${answer.status}` };
  try {
    // Of a chain the first is the one that signs.
    const certificate = new X509Certificate(answer.text);
    return { kind: 'certificate', certificate, pem: certificate.toString() };
  } catch {
    return { kind: 'bad', problem: 'not a certificate' };
  }
}

function unreachable(problem: string, retry_after_seconds: number | null): Unreachable {
  return { kind: 'unreachable', problem: `certificate: ${problem}`, retry_after_seconds };
}
