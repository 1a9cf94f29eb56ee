import { closed, oneOf, optional, text, told } from '../machine/control/fields.ts';
import type { ControlRoute } from '../machine/control/route.ts';
import { accountOf } from '../machine/gateways/accounts.ts';
import { unprocessable } from '../machine/refusal.ts';
import { keepToken, testCard, TOKEN_OUTCOMES } from './acts/cards.ts';
import type { CardOutcome } from './shapes/kinds.ts';
import type { NmiWorld } from './shapes/world.ts';

const tokenBody = closed({
  tokenization_key: optional(
    told(
      'The key of the fields, whose account alone can use the token; any account when left out',
      text(200),
    ),
  ),
  outcome: optional(told('What comes of the card; approved when left out', oneOf(TOKEN_OUTCOMES))),
});

/** What the gateway's browser fields do when a buyer enters a card. */
export function nmiRoutes(world: NmiWorld): ControlRoute[] {
  return [
    {
      method: 'POST',
      path: '/nmi/tokens',
      summary:
        'The buyer enters a card in the fields of the gateway: a token of the key’s account, or of any',
      body: tokenBody,
      handle: async ({ body }) => {
        const key = body['tokenization_key'];
        const keyed = typeof key === 'string' ? await accountOf(world.db, 'nmi', key) : null;
        if (typeof key === 'string' && keyed === null) unprocessable('tokenization_key: no account has it');
        const card = testCard((body['outcome'] as CardOutcome | undefined) ?? 'approved');
        const account_id = keyed?.account.account_id ?? null;
        return { payment_token: await keepToken(world.db, world, { card, account_id }) };
      },
    },
  ];
}
