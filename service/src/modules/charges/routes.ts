import { NewVaultCharge, VaultCharged } from '../../../../wire/vault.ts';
import type { Ctx } from '../../context.ts';
import { readAmount, withAmountAt } from '../../http/amounts.ts';
import { merchantRoute, ok, type Route } from '../../http/route.ts';
import { chargeCustomer } from './charge-customer.ts';

const DEFAULT_CURRENCY = 'USD';

export function chargeRoutes(ctx: Ctx): Route[] {
  return [
    merchantRoute(
      'vault.charge',
      {
        summary: 'Charge a saved instrument',
        refusals: [
          'payments_not_allowed',
          'vault_not_offered',
          'charge_currency_not_settled',
          'customer_not_found',
          'payment_declined',
          'seller_unverified',
          'seller_refused',
          'payment_refused',
          'provider_unavailable',
          'outcome_unknown',
          'rail_not_configured',
        ],
        body: NewVaultCharge,
        responses: { 200: VaultCharged },
      },
      async ({ scope, body }) => {
        const { customer_ref, idempotency_key, currency = DEFAULT_CURRENCY, description = null } = body;
        const loc = ['body', 'amount'];
        const request = {
          ...{ merchant_id: scope.merchant_id, customer_ref, idempotency_key, currency, description },
          amount: readAmount(body.amount, currency, loc),
        };
        const charged = withAmountAt(loc, body.amount, () => chargeCustomer(ctx, request));
        return ok({ transaction_id: await charged });
      },
    ),
  ];
}
