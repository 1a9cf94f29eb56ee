import { codeOf, DialProblem } from './dial.ts';

/** Why an attempt failed, as its record and its log line name it. */
export type ErrorClass =
  | 'status'
  | 'silence'
  | 'too_long'
  | 'dns_unresolved'
  | 'address_not_public'
  | 'connect'
  | 'tls'
  | 'reset'
  | 'protocol'
  | 'head_too_large'
  | 'secret_unreadable'
  | 'event_missing'
  | 'interrupted'
  | 'fault';

const CONNECT = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'ETIMEDOUT',
  'EMFILE',
]);
const RESET = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED']);
const UNREACHABLE = new Set<ErrorClass>([
  'silence',
  'dns_unresolved',
  'address_not_public',
  'connect',
  'tls',
  'reset',
]);
// OpenSSL's verdicts on a certificate, as Node spells them.
const CERTIFICATE =
  /^(ERR_TLS|ERR_SSL|CERT_|CRL_|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|INVALID_|HOSTNAME_MISMATCH|PATH_LENGTH|EPROTO)/;

/** Names an error of the network, of TLS or of the HTTP parser. */
export function errorClassOf(error: unknown): ErrorClass {
  if (error instanceof DialProblem) return error.errorClass;
  if (error instanceof TypeError || error instanceof ReferenceError) return 'fault';
  const code = codeOf(error);
  if (CONNECT.has(code)) return 'connect';
  if (CERTIFICATE.test(code)) return 'tls';
  if (code === 'HPE_HEADER_OVERFLOW') return 'head_too_large';
  if (code.startsWith('HPE_')) return 'protocol';
  if (RESET.has(code)) return 'reset';
  return 'connect';
}

/** Whether the failure says that nobody is there, as the allowance counts it. An answer of any kind says the reverse. */
export function isUnreachable(errorClass: ErrorClass | null): boolean {
  return errorClass !== null && UNREACHABLE.has(errorClass);
}
