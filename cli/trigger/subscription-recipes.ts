import type { Fairway } from '../../client/src/index.ts';
import { approveOrder } from '../../local/steps.ts';
import { CommandError, EXIT } from '../exit-codes.ts';
import { connectNew, type Recipe, type Stage, type Subject } from './stage.ts';

const PLAN = { amount: '9.90', currency: 'USD', interval: 'month' } as const;
const DECLINED = 'card_declined';
const DAY_SECONDS = 86_400;
/** Between the tries of a charge that fails, as `dunning.ts` of the service's subscriptions has them. */
const DAYS_BETWEEN_TRIES = [0, 1, 2, 2];

export const SUBSCRIPTION_RECIPES = {
  'subscription.created': (stage) => subscribe(stage),
  'subscription.charged': (stage) => subscribe(stage),
  'subscription.payment_failed': (stage) => subscribe(stage, { fundingSource: DECLINED }),
  'subscription.past_due': (stage) =>
    subscribe(stage, { fundingSource: DECLINED }, async () => {
      const { operator } = operatorOf(stage);
      for (const days of DAYS_BETWEEN_TRIES) {
        if (days > 0) await operator.clock.advance({ seconds: days * DAY_SECONDS });
        await operator.work.drain();
      }
    }),
  'subscription.canceled': (stage) =>
    subscribe(stage, {}, async (merchant, subscription_id) => {
      await merchant.subscriptions.cancel({ subscription_id });
    }),
} as const satisfies Readonly<Record<string, Recipe>>;

// A merchant of its own, whose customer saves an instrument that charges are made by, or declined.
async function subscribe(
  stage: Stage,
  { fundingSource }: { fundingSource?: string } = {},
  goOn: (merchant: Fairway, subscriptionId: string) => Promise<void> = async () => undefined,
): Promise<Subject> {
  const { merchantId } = await connectNew(stage);
  const merchant = stage.as(merchantId);
  const customer_ref = `customer-${stage.mark}`;
  const { checkout_session_id } = await merchant.sessions.create({ amount: 0, metadata: { customer_ref } });
  const { order_id } = await stage.parties.public.buyer.order({ checkout_session_id });
  await approveOrder(stage.parties, order_id, fundingSource);
  await stage.parties.public.buyer.capture({ checkout_session_id, order_id });
  const { subscription_id } = await merchant.subscriptions.create({ ...PLAN, customer_ref });
  await goOn(merchant, subscription_id);
  return { merchant_id: merchantId, checkout_session_id: null };
}

// Nothing is past due before days have gone by, and only the operator moves the clock.
function operatorOf({ parties, has_operator }: Stage): Fairway {
  if (has_operator) return parties.operator;
  const how = 'set OPERATOR_TOKEN, or name a file by --operator-token-file';
  throw new CommandError(EXIT.auth, `this one moves the clock, which takes the operator token: ${how}.`);
}
