import type { SessionAnswer } from './session-api.ts';

type Step = 'paid' | 'pending' | 'unknown' | 'open' | { capture: string };

/** What a session says about the payment that is waited for. */
export function nextStep({ status, payment }: SessionAnswer, orderId: string | null): Step {
  if (status === 'completed') return 'paid';
  const isOurs = payment !== null && (orderId === null || payment.provider_order_id === orderId);
  if (status === 'capturing') return isOurs && payment.status === 'pending' ? 'pending' : 'unknown';
  if (isOurs && (payment.status === 'created' || payment.status === 'approved')) {
    return { capture: payment.provider_order_id };
  }
  return 'open';
}
