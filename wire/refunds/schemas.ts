import { Type } from 'typebox';
import { ProviderId } from '../payments/schemas.ts';
import type { Notes } from '../notes.ts';
import { Amount, closed } from '../shapes.ts';

export const NewRefund = Type.Object(
  {
    amount: Type.Optional(
      Type.Unsafe<string | number | null>({
        ...Amount({ positive: true }),
        type: ['number', 'string', 'null'],
      }),
    ),
  },
  closed,
);

export const Refunded = Type.Object({ success: Type.Boolean() }, closed);

export const CapturePath = Type.Object({ capture_id: ProviderId }, closed);

/** What fields mean. */
export const NOTES = {
  'NewRefund.amount': 'Null or left out: everything that remains.',
  'Refunded.success':
    'The refund was accepted. What became of it is told by the event, and by `refunds` of the transaction.',
} as const satisfies Notes;
