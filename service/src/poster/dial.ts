import net from 'node:net';
import tls from 'node:tls';
import { type AddressBook, isPublicAddress } from '../lib/public-address.ts';

const ADDRESSES_TRIED_MAX = 3;
const TLS_VERSION_MIN = 'TLSv1.2';
// The connection was refused or has no way; another address of the same name may have one.
const TRY_ANOTHER = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL']);

/** Why there is no connection, as an attempt's record names it. */
export class DialProblem extends Error {
  readonly errorClass: 'dns_unresolved' | 'address_not_public';
  constructor(errorClass: DialProblem['errorClass']) {
    super(errorClass);
    this.errorClass = errorClass;
  }
}

export interface Dialer {
  /** Opens a verified TLS connection to a vetted address of `host`. `onRaw` is given each TCP socket as it begins. */
  connect(target: {
    host: string;
    attempt: number;
    onRaw: (raw: net.Socket) => void;
  }): Promise<tls.TLSSocket>;
}

interface DialerOptions {
  addresses: AddressBook;
  connectTo: ReadonlyMap<string, { host: string; port: number }>;
  /** Certificates of authorities to trust beside the usual ones, as PEM. */
  ca: readonly string[];
}

/** Connects by address, never by name: what was vetted is what is connected to, whatever DNS says a moment later. The
 *  certificate is checked against the name as usual. */
export function dialer(options: DialerOptions): Dialer {
  const secureContext = tls.createSecureContext({
    minVersion: TLS_VERSION_MIN,
    ca: [...tls.getCACertificates('default'), ...options.ca],
  });

  async function targets(host: string, attempt: number): Promise<{ host: string; port: number }[]> {
    const vetted = await options.addresses.vet(host);
    if (vetted.kind === 'unresolved') throw new DialProblem('dns_unresolved');
    if (vetted.kind === 'private') throw new DialProblem('address_not_public');
    // IPv4 first, and each attempt begins with another address, so that a dead one does not eat all of them.
    const sorted = vetted.addresses.toSorted((a, b) => net.isIP(a) - net.isIP(b));
    const first = (attempt - 1) % sorted.length;
    const rotated = [...sorted.slice(first), ...sorted.slice(0, first)];
    return rotated.slice(0, ADDRESSES_TRIED_MAX).map((address) => ({ host: address, port: 443 }));
  }

  return {
    connect: async ({ host, attempt, onRaw }) => {
      const redirected = options.connectTo.get(host);
      const candidates = redirected ? [redirected] : await targets(host, attempt);
      for (const [index, candidate] of candidates.entries()) {
        try {
          const raw = await connectTcp(candidate, onRaw);
          if (!redirected && !isPublicAddress(raw.remoteAddress ?? '')) {
            raw.destroy();
            throw new DialProblem('address_not_public');
          }
          return await secure(raw, host, secureContext);
        } catch (error) {
          const isLast = index === candidates.length - 1;
          if (isLast || !TRY_ANOTHER.has(codeOf(error))) throw error;
        }
      }
      throw new DialProblem('dns_unresolved');
    },
  };
}

function connectTcp(
  target: { host: string; port: number },
  onRaw: (raw: net.Socket) => void,
): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const raw = net.connect({ ...target, noDelay: true });
    // Stays for the socket's life: what comes after the connection is told by the TLS socket above it.
    raw.on('error', reject);
    raw.once('close', () => reject(new Error('closed before it was connected')));
    raw.once('connect', () => resolve(raw));
    onRaw(raw);
  });
}

function secure(raw: net.Socket, host: string, secureContext: tls.SecureContext): Promise<tls.TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = tls.connect({
      socket: raw,
      secureContext,
      ALPNProtocols: ['http/1.1'],
      ...(net.isIP(host) === 0 ? { servername: host } : {}),
      checkServerIdentity: (_name, certificate) => tls.checkServerIdentity(host, certificate),
    });
    socket.on('error', reject);
    socket.once('close', () => reject(new Error('closed during the handshake')));
    socket.once('secureConnect', () => resolve(socket));
  });
}

export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
