import { Type } from 'typebox';
import { ProviderId } from '../payments/schemas.ts';
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
