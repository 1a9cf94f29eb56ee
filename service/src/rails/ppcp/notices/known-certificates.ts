import { X509Certificate } from 'node:crypto';
import type { Clock } from '../../../lib/clock.ts';
import type { NoticeCertificate, NoticeCertificates } from '../../rail.ts';

// Another process may have come to know one meanwhile. Strangers name unknown ones as often as they like.
const READ_AGAIN_MS = 5_000;
const KNOWN_MAX = 16;
const NEVER = 0;

export interface Known {
  certificate: X509Certificate;
  fetched_at: Date;
  /** When a renewal of this one was last tried, by the host's clock. */
  triedMs: number;
}

interface KnownCertificates {
  find(address: string): Promise<Known | null>;
  keep(fetched: NoticeCertificate): Promise<void>;
  drop(address: string): Promise<void>;
}

/** The certificates by which notices turned out to be genuine, here and in the database. A stranger can add none. */
export function knownCertificates(stored: NoticeCertificates | undefined, clock: Clock): KnownCertificates {
  const known = new Map<string, Known>();
  let readMs = -Infinity;
  let reading: Promise<void> | null = null;

  function add({ address, pem, fetched_at }: NoticeCertificate): void {
    known.delete(address);
    known.set(address, { certificate: new X509Certificate(pem), fetched_at, triedMs: NEVER });
    const [oldest] = known.keys();
    if (known.size > KNOWN_MAX && oldest !== undefined) known.delete(oldest);
  }

  async function read(from: NoticeCertificates): Promise<void> {
    for (const one of await from.all()) {
      const ours = known.get(one.address);
      if (!ours || ours.fetched_at < one.fetched_at) add(one);
    }
    readMs = clock.wall().getTime();
  }

  return {
    find: async (address) => {
      const isRead = Math.abs(clock.wall().getTime() - readMs) < READ_AGAIN_MS;
      if (!known.has(address) && stored && !isRead) {
        reading ??= read(stored).finally(() => {
          reading = null;
        });
        await reading;
      }
      return known.get(address) ?? null;
    },
    keep: async (fetched) => {
      add(fetched);
      await stored?.keep(fetched);
    },
    drop: async (address) => {
      known.delete(address);
      await stored?.drop(address);
    },
  };
}
