import type { Recipe } from '../../machine/inspector/rooms.ts';

/** The faults of the provider that are tried most. */
export const RECIPES: readonly Recipe[] = [
  {
    words: 'The next capture is declined',
    fields: { operation: 'orders.capture', mode: 'refuse', issue: 'INSTRUMENT_DECLINED' },
  },
  {
    words: 'The next capture takes the money and never answers',
    fields: { operation: 'orders.capture', mode: 'hang_after_commit' },
  },
  {
    words: 'The next order is refused with 429, retry after 5 s',
    fields: { operation: 'orders.create', mode: 'error', status: '429', retry_after: '5' },
  },
  {
    words: 'The next refund happens, and the connection is cut',
    fields: { operation: 'captures.refund', mode: 'reset_after_commit' },
  },
];
