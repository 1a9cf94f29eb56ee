import type { Clock } from '../lib/clock.ts';
import type { NoticeCertificates, Rail } from './rail.ts';

/** What a process hands to each of its rails. */
export interface RailParts {
  environment: 'test' | 'live';
  clock: Clock;
  log: (line: { event: string; [key: string]: unknown }) => void;
  /** Without it certificates are known to this process alone. */
  certificates?: NoticeCertificates;
  /** Ends every call, those under way included, since the process does. */
  cut?: AbortSignal;
  limits?: { connectTimeoutMs?: number; callTimeoutMs?: number };
}

/** A rail that this deployment has settings for. */
export interface ConfiguredRail {
  readonly code: string;
  /** Where the provider is reached; null where each account says so. */
  readonly address: string | null;
  open(parts: RailParts): Rail;
}
