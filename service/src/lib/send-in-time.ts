import { AsyncLocalStorage } from 'node:async_hooks';

/** What is known of the sending of something of an effect. */
interface Sending {
  isInTime(): boolean;
  /** Told before anything leaves, be it of an effect or not. */
  onSend?(): void;
}

const sendings = new AsyncLocalStorage<Sending>();

/** Runs what sends something of an effect: once its time is over nothing of it leaves any more, wherever it was held up, and what
 *  may leave is told of before. */
export function whileInTime<T>(sending: Sending, work: () => T): T {
  return sendings.run(sending, work);
}

/** Whether what is at work may still send something of an effect. Asked by every client of an outside party as it sends. */
export function isInTime(): boolean {
  return sendings.getStore()?.isInTime() ?? true;
}

/** Something may leave from here on. Said for every client of a provider and of the carrier as it has its turn. */
export function noteSending(): void {
  sendings.getStore()?.onSend?.();
}
