import type { Static } from 'typebox';
import { type NewTextToPayRequest, TextToPayQuery } from '../../../../wire/text-to-pay/schemas.ts';
import { firstPage } from '../../../../wire/shapes.ts';
import type { Ctx } from '../../context.ts';
import { withAmountAt } from '../../http/amounts.ts';
import { readIdempotencyKey, saysReplayed, withKey } from '../../http/idempotency.ts';
import { created, ok, type Route, route } from '../../http/route.ts';
import { readMobileNumber } from '../../lib/phone.ts';
import { type FieldProblem, InvalidFields, Refusal } from '../../refusals.ts';
import { orThrow } from '../../refused.ts';
import { actorOf } from '../../scope.ts';
import { fingerprintOf } from '../answers/index.ts';
import { cancelRequest, findRequest, listRequests } from '../payment-requests/index.ts';
import { type Asked, sendRequest } from './send-request.ts';
import { settleByHand } from './settle-by-hand.ts';
import { requestView } from './view.ts';
import { plain } from './words.ts';

// What a payer or the provider is shown of it without links and marks, and cannot do without.
const SHOWN = ['first_name', 'last_name', 'topic'] as const;
const PAGE = firstPage(TextToPayQuery);

export function textToPayRoutes(ctx: Ctx): Route[] {
  return [
    route('text_to_pay.send', async ({ scope, body, headers }) => {
      const sent = readIdempotencyKey(headers);
      const key = sent === null ? null : { key: sent, fingerprint: fingerprintOf(body) };
      const by = { merchant_id: scope.merchant_id, actor: actorOf(scope) };
      const toSend = { ...by, asked: askedOf(ctx, body), key };
      const send = async () => orThrow(await sendRequest(ctx, toSend));
      const loc = ['body', 'amount_cents'];
      const { request, is_repeated = false } = await withAmountAt(loc, body.amount_cents, () =>
        withKey(send),
      );
      return { ...created(requestView(request)), headers: saysReplayed(is_repeated) };
    }),
    route('text_to_pay.list', async ({ scope, query }) => {
      const { limit, offset, ...filter } = { ...PAGE, ...query };
      const of = { ...filter, merchant_id: scope.merchant_id };
      const { rows, total } = await listRequests(ctx.db, of, { limit, offset });
      return ok({ items: rows.map(requestView), total, limit, offset });
    }),
    route('text_to_pay.read', async ({ scope, params }) => {
      const request = await findRequest(ctx.db, { merchant_id: scope.merchant_id, ...params });
      if (!request) throw new Refusal('text_not_found');
      return ok(requestView(request));
    }),
    route('text_to_pay.cancel', async ({ scope, params }) => {
      const by = { merchant_id: scope.merchant_id, actor: actorOf(scope) };
      const canceled = await cancelRequest(ctx, { ...by, ...params });
      return ok(requestView(orThrow(canceled).request));
    }),
    route('operator.text_to_pay.settle', async ({ params, body }) => {
      const settled = await settleByHand(ctx, { ...params, ...body });
      return ok(requestView(orThrow(settled).request));
    }),
  ];
}

function askedOf(
  { config }: Ctx,
  { phone: written, external_order_id = null, ...body }: Static<typeof NewTextToPayRequest>,
): Asked {
  const phone = readMobileNumber(written, { isTest: config.environment === 'test' });
  const problems = SHOWN.filter((field) => plain(body[field]) === '').map((field) =>
    unfit(field, 'something that can be shown to the payer is needed', body[field]),
  );
  if (phone !== null && problems.length === 0) return { ...body, phone, external_order_id };
  const isNone = unfit('phone', 'a mobile number of the United States or Canada is needed', written);
  throw new InvalidFields(phone === null ? [isNone, ...problems] : problems);
}

function unfit(field: string, needed: string, input: string): FieldProblem {
  return { type: 'value_error', loc: ['body', field], msg: `Value error, ${needed}`, input };
}
