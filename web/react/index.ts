import {
  type Callbacks,
  type Checkout,
  checkout,
  CheckoutError,
  embed,
  type EmbedOptions,
} from '@fairway/sdk';
import { createElement, type ReactElement, useEffect, useLayoutEffect, useRef } from 'react';
import type { CheckoutProps, EmbedProps } from './types/index.d.ts';

/** See types/index.d.ts. */
export function FairwayCheckout(props: CheckoutProps): ReactElement {
  return useDrawn(props, checkout);
}

/** See types/index.d.ts. */
export function FairwayEmbed(props: EmbedProps): ReactElement {
  return useDrawn(props, embed);
}

type Options = Omit<CheckoutProps & EmbedProps, keyof Callbacks | 'className' | 'onResize'>;

function useDrawn(
  props: CheckoutProps & EmbedProps,
  make: (options: EmbedOptions) => Checkout,
): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const { className, sessionId, environment, baseUrl, cspNonce, locale, theme, title } = props;
  // Before its place is taken out of the page: a frame that was taken out with it could not go on.
  useLayoutEffect(() => {
    const options = given({ sessionId, environment, baseUrl, cspNonce, locale, theme, title });
    try {
      const drawn = make({ ...options, ...callbacksOf(latest) }).mount(place.current!);
      // Taken away and not destroyed: what the buyer approves in the provider's window meanwhile is taken all the same.
      return () => drawn.unmount();
    } catch (error) {
      if (!(error instanceof CheckoutError)) throw error;
      latest.current.onError?.(error);
      return undefined;
    }
  }, [make, sessionId, environment, baseUrl, cspNonce, locale, theme, title]);
  return createElement('div', { ref: place, className });
}

// What is left out stays left out.
function given(options: { [K in keyof Options]: Options[K] | undefined }): Options {
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as unknown as Options;
}

// Those of the last rendering, so that a new function is no reason to draw anew.
function callbacksOf(latest: {
  current: CheckoutProps & EmbedProps;
}): Callbacks & Pick<EmbedOptions, 'onResize'> {
  return {
    onReady: () => latest.current.onReady?.(),
    onStateChange: (state, before) => latest.current.onStateChange?.(state, before),
    onApprove: (approval) => latest.current.onApprove?.(approval),
    onCancel: () => latest.current.onCancel?.(),
    onError: (error) => latest.current.onError?.(error),
    onExpired: () => latest.current.onExpired?.(),
    onResize: (height) => latest.current.onResize?.(height),
  };
}
