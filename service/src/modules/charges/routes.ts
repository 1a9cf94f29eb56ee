import type { Ctx } from '../../context.ts';
import { readAmount, withAmountAt } from '../../http/amounts.ts';
import { ok, type Route, route } from '../../http/route.ts';
import { DEFAULT_CURRENCY } from '../../lib/currency.ts';
import { actorOf } from '../../scope.ts';
import { chargeCustomer, transactionCharged } from './charge-customer.ts';

export function chargeRoutes(ctx: Ctx): Route[] {
  return [
    route('vault.charge', async ({ scope, body }) => {
      const { customer_ref, idempotency_key, currency = DEFAULT_CURRENCY, description = null } = body;
      const loc = ['body', 'amount'];
      const request = {
        ...{ merchant_id: scope.merchant_id, customer_ref, idempotency_key, currency, description },
        amount: readAmount(body.amount, currency, loc),
        actor: actorOf(scope),
      };
      const charge = async () => transactionCharged(await chargeCustomer(ctx, request));
      return ok({ transaction_id: await withAmountAt(loc, body.amount, charge) });
    }),
  ];
}
