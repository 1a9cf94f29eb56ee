import type * as Published from '../sdk/types/fairway.d.ts';

// Mounts what was prepared, and says what the page hears.

const { Fairway } = window as unknown as { Fairway: typeof Published };
const options = JSON.parse(
  document.querySelector<HTMLElement>('[data-options]')!.dataset['options']!,
) as Published.CheckoutOptions;

try {
  Fairway.checkout({ ...options, onError: hear }).mount('#pay');
} catch (error) {
  if (!(error instanceof Fairway.CheckoutError)) throw error;
  hear(error, 'thrown');
}

function hear(error: Published.CheckoutError, by = 'onError'): void {
  const { code, retryable, status, message } = error;
  const heard = document.querySelector<HTMLElement>('[data-heard]')!;
  const more = `${retryable ? 'retryable' : 'not retryable'}${status === null ? '' : `, status ${status}`}`;
  heard.dataset['code'] = code;
  heard.textContent = `${by}: ${code} (${more}). ${message}`;
}
