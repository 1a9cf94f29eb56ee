import { verify as verifySignature } from 'node:crypto';
import type { X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { assertNoTransaction } from '../../../lib/transaction-guard.ts';
import type { NoticesFacet, ReceivedNotice, Verdict } from '../../rail.ts';
import { createCertificates } from './certificates.ts';
import type { Certificates } from './certificates.ts';
import type { PpcpOptions } from '../options.ts';
import { identifyNotice, toNotice } from '../read/translate-notice.ts';
import type { Transport } from '../../http/transport.ts';
import { parseMoment } from '../../http/moments.ts';

const TOLERANCE_MS = 300_000;
const ALGORITHM = 'SHA256withRSA';
const CERTIFICATE_PATH = /^\/v1\/notifications\/certs\/[A-Za-z0-9_-]{1,128}$/;
const HEADER_MAX = 1024;
const SIGNATURE = /^[A-Za-z0-9+/]{1,1000}={0,2}$/;

/** What the wallet provider tells of its own accord. */
export function createNotices(transport: Transport, options: PpcpOptions): NoticesFacet {
  const certificates = createCertificates(transport, options);
  return {
    claim: () => ({ account_hint: null }),
    verify: (received) => verify(certificates, options, received),
    read: (body) => toNotice(body, options.client_id),
    identify: identifyNotice,
  };
}

// Everything that can be judged without the network comes first, so that a forger causes no traffic.
async function verify(
  certificates: Certificates,
  options: PpcpOptions,
  { headers, raw_body, source_address }: ReceivedNotice,
): Promise<Verdict> {
  const id = headerOf(headers, 'paypal-transmission-id');
  const time = headerOf(headers, 'paypal-transmission-time');
  const signature = headerOf(headers, 'paypal-transmission-sig');
  const address = headerOf(headers, 'paypal-cert-url');
  if (!id || !time || !signature || !address) return forged('a signature header is missing');
  if (headerOf(headers, 'paypal-auth-algo') !== ALGORITHM) return forged('an algorithm that is not accepted');
  if (!SIGNATURE.test(signature)) return forged('a signature that is not base64');
  const sentAt = parseMoment(time);
  if (!isRecent(sentAt, options)) return forged('sent too long ago or in the future');
  const url = certificateUrl(address, options);
  if (!url) return forged('a certificate of somebody else');
  assertNoTransaction('ppcp notices.verify');
  const outcome = await certificates.get(url, source_address);
  if (outcome.kind === 'unreachable') return outcome;
  if (outcome.kind === 'bad') return forged(outcome.problem);
  const signed = `${id}|${time}|${options.webhook_id}|${crc32(raw_body)}`;
  const verdict = judge(outcome.certificate, { signed, signature, sentAt });
  if (verdict.kind === 'genuine') await certificates.prove(url);
  return verdict;
}

function judge(
  certificate: X509Certificate,
  sealed: { signed: string; signature: string; sentAt: number },
): Verdict {
  const isValid =
    certificate.validFromDate.getTime() <= sealed.sentAt &&
    sealed.sentAt <= certificate.validToDate.getTime();
  if (!isValid) return forged('a certificate that is not valid at that time');
  if (certificate.publicKey.asymmetricKeyType !== 'rsa')
    return forged('a certificate with another kind of key');
  const matches = verifySignature(
    'RSA-SHA256',
    Buffer.from(sealed.signed, 'utf8'),
    certificate.publicKey,
    Buffer.from(sealed.signature, 'base64'),
  );
  return matches ? { kind: 'genuine', account_id: null } : forged('a signature that does not match');
}

// The provider stamps with its own clock. In a test environment that may be the moved one or the host's.
function isRecent(sentAt: number, { clock, environment }: PpcpOptions): boolean {
  const clocks = environment === 'test' ? [clock.now(), clock.wall()] : [clock.wall()];
  return clocks.some((now) => Math.abs(now.getTime() - sentAt) <= TOLERANCE_MS);
}

/** The address of a certificate when it is the provider's own, else null. */
export function certificateUrl(
  address: string,
  { api_base, environment }: Pick<PpcpOptions, 'api_base' | 'environment'>,
): URL | null {
  const url = URL.parse(address);
  if (!url || !certificateOrigins(api_base).has(url.origin)) return null;
  if (url.protocol !== 'https:' && environment === 'live') return null;
  const isBare = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  return isBare && CERTIFICATE_PATH.test(url.pathname) ? url : null;
}

// The provider answers calls at api-m and publishes its certificates at api of the same domain.
function certificateOrigins(apiBase: string): Set<string> {
  const { origin } = new URL(apiBase);
  return new Set([origin, origin.replace('://api-m.', '://api.')]);
}

function headerOf(headers: ReceivedNotice['headers'], name: string): string | null {
  const value = headers[name];
  return value !== undefined && value !== '' && value.length <= HEADER_MAX ? value : null;
}

function forged(problem: string): Verdict {
  return { kind: 'forged', problem };
}
