const TICKS_PER_SILENCE = 100;
const TICK_MS_MIN = 5;
// Above a handshake with a long chain, every interim answer, a head and a body that is read, each as large as it may be:
// what comes beyond is read for nobody.
const BYTES_MAX = 1024 * 1024;

export interface SilenceLimits {
  /** This long without a byte from the receiver ends an attempt. */
  silenceMs: number;
  /** This long in all ends it, however busy it is. */
  totalMs: number;
}

export type WhyEnded = 'silence' | 'total' | 'bytes';

export interface Watched {
  /** Counts the bytes of another socket from now on. */
  observe(bytes: () => number): void;
  /** Starts the silence anew for a reason other than bytes: a connection begun, a request sent. */
  touch(): void;
  stop(): void;
}

export interface SilenceWatch {
  watch(onEnd: (why: WhyEnded) => void): Watched;
}

interface Entry {
  bytes: () => number;
  seen: number;
  /** What the socket had read before this attempt, since one is used by many. */
  before: number;
  heardAt: number;
  readonly startedAt: number;
  readonly onEnd: (why: WhyEnded) => void;
}

/** One timer for all attempts of the process. It compares the raw byte counters of their sockets, so the bytes of a
 *  handshake, of a head and of half a TLS record all count; the built-in timeouts see none of these alike. */
export function silenceWatch(limits: SilenceLimits): SilenceWatch {
  const entries = new Set<Entry>();
  const tickMs = Math.max(TICK_MS_MIN, limits.silenceMs / TICKS_PER_SILENCE);
  let timer: NodeJS.Timeout | null = null;
  let tickedAt = 0;

  function tick(): void {
    const now = performance.now();
    // A process that was stopped, or too busy to read, has not heard a silence.
    const lost = Math.max(0, now - tickedAt - 2 * tickMs);
    tickedAt = now;
    for (const entry of entries) {
      const bytes = entry.bytes();
      if (bytes !== entry.seen) entry.heardAt = now;
      else entry.heardAt += lost;
      entry.seen = bytes;
      if (bytes - entry.before > BYTES_MAX) entry.onEnd('bytes');
      else if (now - entry.startedAt >= limits.totalMs) entry.onEnd('total');
      else if (now - entry.heardAt >= limits.silenceMs) entry.onEnd('silence');
    }
    if (entries.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  }

  return {
    watch: (onEnd) => {
      const now = performance.now();
      const entry: Entry = { bytes: () => 0, seen: 0, before: 0, heardAt: now, startedAt: now, onEnd };
      entries.add(entry);
      if (timer === null) {
        tickedAt = now;
        timer = setInterval(tick, tickMs);
      }
      return {
        observe: (bytes) => {
          entry.bytes = bytes;
          entry.seen = bytes();
          entry.before = entry.seen;
          entry.heardAt = performance.now();
        },
        touch: () => {
          entry.heardAt = performance.now();
        },
        stop: () => void entries.delete(entry),
      };
    },
  };
}
