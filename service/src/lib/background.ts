import { AsyncLocalStorage } from 'node:async_hooks';

const background = new AsyncLocalStorage<true>();

/** Runs work that nobody waits for: it leaves room to what somebody does wait for. */
export function inBackground<T>(work: () => T): T {
  return background.run(true, work);
}

/** Whether nobody waits for the work at hand. */
export function isInBackground(): boolean {
  return background.getStore() ?? false;
}
