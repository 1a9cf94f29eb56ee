import { closed, oneOf, optional, text, told } from '../machine/control/fields.ts';
import type { ControlRoute } from '../machine/control/route.ts';
import { PAY_OUTCOMES, payByToken } from './acts/pay.ts';
import type { CardOutcome } from './shapes/kinds.ts';
import type { GravyWorld } from './shapes/world.ts';

const payBody = closed({
  embed_token: told('The token that the shop’s page was given for this payment', text(8_000)),
  outcome: optional(told('What comes of the card; approved when left out', oneOf(PAY_OUTCOMES))),
});

/** What the gateway's browser fields do when a buyer pays. */
export function gravyRoutes(world: GravyWorld): ControlRoute[] {
  return [
    {
      method: 'POST',
      path: '/gravy/pay',
      summary: 'The buyer pays by the fields of the gateway; the token says what, `outcome` what comes of it',
      body: payBody,
      handle: async ({ body }) => {
        const outcome = (body['outcome'] as CardOutcome | undefined) ?? 'approved';
        const paid = await payByToken(world, { embed_token: String(body['embed_token']), outcome });
        return { transaction_id: paid.id };
      },
    },
  ];
}
