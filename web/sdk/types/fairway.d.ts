// The types of @fairway/sdk. Nothing here needs another package.

/** From your deployment's configuration: `sandbox` for a test deployment of Fairway, `live` for a live one. */
export type Environment = 'live' | 'sandbox';

export type ErrorCode =
  | 'config_error'
  | 'origin_not_allowed'
  | 'session_expired'
  | 'session_completed'
  | 'provider_unsupported'
  | 'rate_limited'
  | 'payment_declined'
  | 'capture_pending'
  | 'wallet_sdk_error'
  | 'network_error';

/** Why something did not go on. `retryable` says that this same session can still be paid without new work of your server. */
export declare class CheckoutError extends Error {
  readonly code: ErrorCode;
  readonly retryable: boolean;
  /** The status that the service answered with; null when it was not the service that refused. */
  readonly status: number | null;
  /** Finds the call in the log of the service; null where none is known. */
  readonly requestId: string | null;
  constructor(
    code: ErrorCode,
    message: string,
    more?: { status?: number; requestId?: string | null; cause?: unknown },
  );
}

/** `confirming`: the buyer approved, and the payment is being taken. `pending`: the provider holds it for review.
 *  `completed`: the session had been paid before. In none of these a way to pay is offered. */
export type CheckoutState =
  | 'idle'
  | 'loading'
  | 'ready'
  | 'approving'
  | 'confirming'
  | 'pending'
  | 'paid'
  | 'completed'
  | 'expired'
  | 'failed';

export interface Approval {
  sessionId: string;
  orderId: string;
  /** What a refund addresses; the same as in the event `payment.captured`. */
  captureId: string;
}

export interface Callbacks {
  /** The ways to pay are drawn. */
  onReady?(): void;
  onStateChange?(state: CheckoutState, before: CheckoutState): void;
  /** The money was taken. Fulfil by the event `payment.captured` and not by this. */
  onApprove?(approval: Approval): void;
  /** The buyer left the provider without paying, and may try again. */
  onCancel?(): void;
  onError?(error: CheckoutError): void;
  /** The session's time ran out: have your server make another. */
  onExpired?(): void;
}

export interface CheckoutOptions extends Callbacks {
  sessionId: string;
  environment: Environment;
  /** The address of your Fairway. Where the script came from when left out; a bundled module has to be told. */
  baseUrl?: string;
  /** For the provider's script, where your page's policy asks for one. */
  cspNonce?: string;
  /** What the buyer reads, such as `de` or `pt-BR`. The language of your page when left out (`<html lang>`), else the browser's. */
  locale?: string;
}

export interface EmbedOptions extends Callbacks {
  sessionId: string;
  environment: Environment;
  baseUrl?: string;
  /** What the buyer reads, such as `de` or `pt-BR`. The browser's language when left out. */
  locale?: string;
  /** Whether the frame is light or dark. As the `color-scheme` of the element that it is mounted in when left out, which is light where
   *  your page declares none; `auto` is as the buyer's device has it. */
  theme?: 'light' | 'dark' | 'auto';
  /** What a screen reader calls the frame. */
  title?: string;
  /** The frame has been made as high as what it holds. */
  onResize?(height: number): void;
}

/** Something to pay by on your page. All of it may be called in any order and any number of times. */
export interface Checkout {
  readonly state: CheckoutState;
  /** Draws into an element, or the first that a selector finds; what it held before stays beside it. */
  mount(place: Element | string): Checkout;
  /** Takes away what was drawn; it may be mounted again. */
  unmount(): void;
  /** Unmounts for good: nothing is called back any more. */
  destroy(): void;
}

/** The provider's buttons and fields, drawn into your page. */
export declare function checkout(options: CheckoutOptions): Checkout;

/** The whole payment page in a frame: no script of the provider runs in yours. */
export declare function embed(options: EmbedOptions): Checkout;

export declare const version: string;
