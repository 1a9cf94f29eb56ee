/** After this long what is pending settles by itself: a capture, a refund or the payment of an invoice. */
export const SETTLE_SECONDS = 300;
