// One object of each type as a receiver might see it: what the published document, the golden files and the tests of
// receivers show. The stories of one shop: an order that is paid, given back in part, and disputed.

export const MERCHANT = { merchant_id: '019b76da-9c00-7abc-8def-0123456789ab' };
export const SESSION = 'cs_4Qd9mT2vXb7LzK1nR8sWc5JhYpA';
export const ORDER = { checkout_session_id: SESSION, external_order_id: 'order-1001' };
export const CAPTURE = '3C679366HH908993F';
export const PAYMENT_ID = '019b76db-5f50-7d11-9c2e-5a7b3f90c1d2';
