import type * as Published from './fairway.d.ts';

export type {
  Approval,
  Callbacks,
  Checkout,
  CheckoutState,
  EmbedOptions,
  Environment,
  ErrorCode,
} from './fairway.d.ts';

export type CheckoutError = Published.CheckoutError;
export declare const CheckoutError: typeof Published.CheckoutError;
export declare const embed: typeof Published.embed;
export declare const version: string;
