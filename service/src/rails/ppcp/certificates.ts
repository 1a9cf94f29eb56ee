import { X509Certificate } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import type { Unreachable } from '../rail.ts';
import type { Transport } from './transport.ts';

const CERTIFICATE_MAX = 64 * 1024;
const FETCH_TIMEOUT_MS = 10_000;
const KEPT_MAX = 16;
const KEPT_MS = 24 * 60 * 60 * 1000;
// Anyone may send a notice that names a certificate at the provider, so fetching them has a budget of its
// own.
const FETCHES_PER_MINUTE = 30;
const MINUTE_MS = 60_000;

export type CertificateOutcome =
  { kind: 'certificate'; certificate: X509Certificate } | { kind: 'bad'; problem: string } | Unreachable;

export interface Certificates {
  get(url: URL): Promise<CertificateOutcome>;
}

/** The provider's signing certificates, kept for a day and fetched once however many ask. The caller has
 *  checked  that the address is the provider's. */
export function createCertificates(transport: Transport, clock: Clock): Certificates {
  const kept = new Map<string, { certificate: X509Certificate; until: number }>();
  const underway = new Map<string, Promise<CertificateOutcome>>();
  let budget = { from: 0, left: FETCHES_PER_MINUTE };

  function takesFromBudget(now: number): boolean {
    if (now - budget.from >= MINUTE_MS) budget = { from: now, left: FETCHES_PER_MINUTE };
    budget.left -= 1;
    return budget.left >= 0;
  }

  function keep(address: string, certificate: X509Certificate): void {
    const [oldest] = kept.keys();
    if (kept.size >= KEPT_MAX && oldest !== undefined) kept.delete(oldest);
    kept.set(address, { certificate, until: clock.wall().getTime() + KEPT_MS });
  }

  async function load(url: URL): Promise<CertificateOutcome> {
    const outcome = await fetchCertificate(transport, url);
    if (outcome.kind === 'certificate') keep(url.href, outcome.certificate);
    return outcome;
  }

  return {
    get: async (url) => {
      const address = url.href;
      const now = clock.wall().getTime();
      const known = kept.get(address);
      if (known && now < known.until) return { kind: 'certificate', certificate: known.certificate };
      const running = underway.get(address);
      if (running) return running;
      if (!takesFromBudget(now)) return unreachable('too many certificates were asked for', 60);
      const loading = load(url).finally(() => underway.delete(address));
      underway.set(address, loading);
      return loading;
    },
  };
}

async function fetchCertificate(transport: Transport, url: URL): Promise<CertificateOutcome> {
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
    return { kind: 'certificate', certificate: new X509Certificate(answer.text) };
  } catch {
    return { kind: 'bad', problem: 'not a certificate' };
  }
}

function unreachable(problem: string, retry_after_seconds: number | null): Unreachable {
  return { kind: 'unreachable', problem: `certificate: ${problem}`, retry_after_seconds };
}
