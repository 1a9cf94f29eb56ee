import { AsyncLocalStorage } from 'node:async_hooks';

// A function awaits the network or holds a transaction, never both: a slow provider would hold a connection and its
// row locks. The database layer marks the flow here, and every client of an outside party asks before it calls.
const held = new AsyncLocalStorage<true>();

export function whileTransactionHeld<T>(run: () => Promise<T>): Promise<T> {
  return held.run(true, run);
}

/** Throws when the caller holds a database transaction. Called before each request to an outside party. */
export function assertNoTransaction(call: string): void {
  if (held.getStore()) throw new Error(`${call} was called while a database transaction was open`);
}
