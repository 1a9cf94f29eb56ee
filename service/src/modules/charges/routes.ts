import type { Ctx } from '../../context.ts';
import { readAmount, withAmountAt } from '../../http/amounts.ts';
import { ok, type Route, route } from '../../http/route.ts';
import { chargeCustomer } from './charge-customer.ts';

const DEFAULT_CURRENCY = 'USD';

export function chargeRoutes(ctx: Ctx): Route[] {
  return [
    route('vault.charge', async ({ scope, body }) => {
      const { customer_ref, idempotency_key, currency = DEFAULT_CURRENCY, description = null } = body;
      const loc = ['body', 'amount'];
      const request = {
        ...{ merchant_id: scope.merchant_id, customer_ref, idempotency_key, currency, description },
        amount: readAmount(body.amount, currency, loc),
      };
      const charged = withAmountAt(loc, body.amount, () => chargeCustomer(ctx, request));
      return ok({ transaction_id: await charged });
    }),
  ];
}
