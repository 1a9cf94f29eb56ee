import { AsyncLocalStorage } from 'node:async_hooks';

const limits = new AsyncLocalStorage<() => boolean>();

/** Runs what sends something of an effect: once its time is over nothing of it leaves any more, wherever it was held up. */
export function whileInTime<T>(isInTime: () => boolean, work: () => T): T {
  return limits.run(isInTime, work);
}

/** Whether what is at work may still send something of an effect. Asked by every client of an outside party as it sends. */
export function isInTime(): boolean {
  return limits.getStore()?.() ?? true;
}
