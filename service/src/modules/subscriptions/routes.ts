import type { Static } from 'typebox';
import {
  type NewSubscription,
  OperatedSubscriptionsQuery,
  SubscriptionsQuery,
} from '../../../../wire/subscriptions/schemas.ts';
import { firstPage } from '../../../../wire/shapes.ts';
import type { Ctx } from '../../context.ts';
import { readAmount, withAmountAt } from '../../http/amounts.ts';
import { readIdempotencyKey, saysReplayed, withKey } from '../../http/idempotency.ts';
import { AS_JSON, ok, type Route, route } from '../../http/route.ts';
import { startOf } from '../../lib/filter-dates.ts';
import { DAY_MS } from '../../lib/time.ts';
import { DEFAULT_CURRENCY } from '../../lib/currency.ts';
import { InvalidFields, Refusal } from '../../refusals.ts';
import { orThrow } from '../../refused.ts';
import { actorOf } from '../../scope.ts';
import { fingerprintOf } from '../answers/index.ts';
import { cancelSubscription } from './cancel-subscription.ts';
import { createSubscription } from './create-subscription.ts';
import { listChargeEnds, listSubscriptions, readSubscription, type SubscriptionRow } from './queries.ts';
import { operatorView, subscriptionView } from './view.ts';

const PAGE = firstPage(SubscriptionsQuery);
const OPERATOR_PAGE = firstPage(OperatedSubscriptionsQuery);
// A start that is a little late is now; one of yesterday is a mistake that would charge at once.
const LATE_MS_MAX = DAY_MS;
// Later ones have periods that end when years no longer have four digits.
const AHEAD_MS_MAX = 36_525 * DAY_MS;
const AMOUNT = ['body', 'amount'];

type Body = Static<typeof NewSubscription>;

export function subscriptionRoutes(ctx: Ctx): Route[] {
  const view = (row: SubscriptionRow) => subscriptionView(row, ctx.clock.now());
  return [
    route('subscriptions.create', async ({ scope, body, headers }) => {
      const sent = readIdempotencyKey(headers);
      const key = sent === null ? null : { key: sent, fingerprint: fingerprintOf(body) };
      const plan = planOf(ctx, body);
      const asked = { plan, key, actor: actorOf(scope) };
      const create = async () => orThrow(await createSubscription(ctx, scope, asked));
      const { answer, is_repeated } = await withAmountAt(AMOUNT, body.amount, () => withKey(create));
      return { status: 201, body: answer, headers: { ...AS_JSON, ...saysReplayed(is_repeated) } };
    }),
    route('subscriptions.list', async ({ scope, query }) => {
      const { limit, offset, ...filter } = { ...PAGE, ...query };
      const of = { ...filter, merchant_id: scope.merchant_id };
      const { rows, total } = await listSubscriptions(ctx.db, of, { limit, offset });
      return ok({ items: rows.map(view), total, limit, offset });
    }),
    route('subscriptions.read', async ({ scope, params }) => {
      const of = { id: params.subscription_id, merchant_id: scope.merchant_id };
      return ok(view(found(await readSubscription(ctx.db, of))));
    }),
    route('subscriptions.cancel', async ({ scope, params, body }) => {
      const of = { id: params.subscription_id, merchant_id: scope.merchant_id };
      const asked = { atPeriodEnd: body.at_period_end === true, actor: actorOf(scope) };
      return ok(view(orThrow(await cancelSubscription(ctx, of, asked)).row));
    }),
    ...operatorRoutes(ctx),
  ];
}

function operatorRoutes(ctx: Ctx): Route[] {
  return [
    route('operator.subscriptions.list', async ({ query }) => {
      const { limit, offset, ...filter } = { ...OPERATOR_PAGE, ...query };
      const { rows, total } = await listSubscriptions(ctx.db, filter, { limit, offset });
      const now = ctx.clock.now();
      return ok({ items: rows.map((row) => operatorView(row, now)), total, limit, offset });
    }),
    route('operator.subscriptions.read', async ({ params }) => {
      const row = found(await readSubscription(ctx.db, { id: params.subscription_id }));
      const charges = await listChargeEnds(ctx.db, row.id);
      return ok({
        ...operatorView(row, ctx.clock.now()),
        charges: charges.map(({ subscription_id: _, ended_at, ...end }) => ({
          ...end,
          ended_at: ended_at.toISOString(),
        })),
      });
    }),
  ];
}

function found(row: SubscriptionRow | undefined): SubscriptionRow {
  if (!row) throw new Refusal('subscription_not_found');
  return row;
}

function planOf(ctx: Ctx, body: Body) {
  const currency = body.currency ?? DEFAULT_CURRENCY;
  return {
    customer_ref: body.customer_ref,
    amount: readAmount(body.amount, currency, AMOUNT),
    currency,
    description: body.description ?? null,
    interval: body.interval,
    interval_count: body.interval_count ?? 1,
    starts_at: beginningOf(ctx, body.start_at ?? null),
  };
}

function beginningOf(ctx: Ctx, start_at: string | null): Date | null {
  const start = startOf(start_at ?? undefined);
  if (!start) return null;
  const ahead_ms = start.getTime() - ctx.clock.now().getTime();
  if (ahead_ms >= -LATE_MS_MAX && ahead_ms <= AHEAD_MS_MAX) return start;
  const what = ahead_ms < 0 ? 'cannot have begun more than a day ago' : 'begins within a hundred years';
  const msg = `Value error, a subscription ${what}`;
  throw new InvalidFields([{ type: 'value_error', loc: ['body', 'start_at'], msg, input: start_at }]);
}
