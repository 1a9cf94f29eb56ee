import type { Approval, Callbacks, CheckoutState } from './types/fairway.d.ts';
import type { CheckoutError } from './errors.ts';

/** Tells a page what happens, each thing once, until it is silenced. */
export interface Teller {
  state(): CheckoutState;
  turn(state: CheckoutState): void;
  ready(): void;
  approve(approval: Approval): void;
  cancel(): void;
  error(error: CheckoutError): void;
  expired(): void;
  /** Calls back at each turn, before the page hears of it. */
  watch(turned: (state: CheckoutState) => void): void;
  silence(): void;
  /** The page is done with it, and so nothing more is taken. */
  isSilent(): boolean;
}

export function tellerOf(callbacks: Callbacks): Teller {
  let state: CheckoutState = 'idle';
  let isSilent = false;
  let isApproved = false;
  let watcher: (state: CheckoutState) => void = () => undefined;
  // What a callback throws is its page's to hear of, and changes nothing here.
  const tell = (call: () => void) => {
    if (isSilent) return;
    try {
      call();
    } catch (error) {
      reportError(error);
    }
  };
  return {
    state: () => state,
    turn: (next) => {
      if (next === state) return;
      const before = state;
      state = next;
      watcher(next);
      tell(() => callbacks.onStateChange?.(next, before));
    },
    ready: () => tell(() => callbacks.onReady?.()),
    approve: (approval) => {
      if (!isApproved) tell(() => callbacks.onApprove?.(approval));
      isApproved = true;
    },
    cancel: () => tell(() => callbacks.onCancel?.()),
    error: (error) => tell(() => callbacks.onError?.(error)),
    expired: () => tell(() => callbacks.onExpired?.()),
    watch: (turned) => {
      watcher = turned;
    },
    silence: () => {
      isSilent = true;
    },
    isSilent: () => isSilent,
  };
}
