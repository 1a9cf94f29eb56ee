// While a server stays read-only each connection is made anew no more often than this.
const RENEWED_EVERY_MS = 1_000;

/** Which connections are of the present. */
export interface Generation<T extends object> {
  /** A connection that was made just now. */
  add(connection: T): void;
  /** Whether a connection was made before the present generation began, and is not to be used again. */
  isPast(connection: T): boolean;
  /** Begins another one, unless the present one has only begun. */
  renew(): void;
}

/** When another server takes the place of the present one, connections to the former stay open, and none of them shows it before
 *  something is written on it. The first that does ends the generation: all that were made until then are of the past. */
export function openGeneration<T extends object>(): Generation<T> {
  const made = new WeakMap<T, number>();
  let begunAt = -Infinity;
  return {
    add: (connection) => void made.set(connection, performance.now()),
    isPast: (connection) => made.get(connection)! < begunAt,
    renew: () => {
      const now = performance.now();
      if (now - begunAt >= RENEWED_EVERY_MS) begunAt = now;
    },
  };
}
