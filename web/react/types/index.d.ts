import type { Callbacks, CheckoutOptions, EmbedOptions } from '@fairway/sdk';
import type { ReactElement } from 'react';

export interface CheckoutProps extends CheckoutOptions {
  /** Of the element that is drawn into. */
  className?: string;
}

export interface EmbedProps extends EmbedOptions {
  className?: string;
}

/** The provider's buttons and fields. Another session, environment, address or nonce is drawn anew; other callbacks are not. */
export declare function FairwayCheckout(props: CheckoutProps): ReactElement;

/** The payment page in a frame. */
export declare function FairwayEmbed(props: EmbedProps): ReactElement;

export type { Callbacks };
