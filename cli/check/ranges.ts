/** Which payments were taken in the range, and on which day. */
export const TAKEN = `t.status in ('captured', 'refunded') and t.captured_at >= $1 and t.captured_at < $2`;
export const DAY = `(t.captured_at at time zone 'UTC')::date`;

/** Which statements are of months that begin in it. */
export const IN_PERIODS = `s.period >= ($1::timestamptz at time zone 'UTC')::date
      and s.period < ($2::timestamptz at time zone 'UTC')::date`;
