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
  silence(): void;
}

export function tellerOf(callbacks: Callbacks): Teller {
  let state: CheckoutState = 'idle';
  let isSilent = false;
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
      tell(() => callbacks.onStateChange?.(next, before));
    },
    ready: () => tell(() => callbacks.onReady?.()),
    approve: (approval) => tell(() => callbacks.onApprove?.(approval)),
    cancel: () => tell(() => callbacks.onCancel?.()),
    error: (error) => tell(() => callbacks.onError?.(error)),
    expired: () => tell(() => callbacks.onExpired?.()),
    silence: () => {
      isSilent = true;
    },
  };
}
