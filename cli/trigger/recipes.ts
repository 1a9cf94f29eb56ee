import type { Fairway } from '../../client/src/index.ts';
import type { Parties } from '../../local/parties.ts';
import { approveOrder, captureOf, eventually, orderAndApprove } from '../../local/steps.ts';
import { EVENT_TYPES, type EventType } from '../../wire/events/registry.ts';
import { connectNew, type Recipe, type Stage, type Subject } from './stage.ts';
import { SUBSCRIPTION_RECIPES } from './subscription-recipes.ts';
import { textToPayPaid } from './text-recipe.ts';

const ORDER = { amount: '20.00', currency: 'USD' };
const REFUND = '5.00';

const RECIPES: Readonly<Partial<Record<EventType, Recipe>>> = {
  'checkout.session.created': (stage) => sell(stage, async () => undefined),
  'payment.created': (stage) =>
    sell(stage, async (_merchant, checkout_session_id) => {
      await stage.parties.public.buyer.order({ checkout_session_id });
    }),
  'payment.approved': (stage) =>
    sell(stage, async (_merchant, checkout_session_id) => {
      await orderAndApprove(stage.parties, checkout_session_id);
    }),
  'payment.captured': (stage) =>
    sell(stage, async (merchant, checkout_session_id) => {
      await take(stage, merchant, checkout_session_id);
    }),
  'payment.failed': (stage) =>
    sell(stage, async (merchant, checkout_session_id) => {
      const { order_id } = await stage.parties.public.buyer.order({ checkout_session_id });
      await approveOrder(stage.parties, order_id, 'paypal_pending');
      await declineHeld(stage.parties, captureOf(await merchant.orders.capture({ order_id })));
    }),
  'payment.refunded': (stage) =>
    sell(stage, async (merchant, checkout_session_id) => {
      const capture_id = await take(stage, merchant, checkout_session_id);
      const idempotencyKey = `trigger-${stage.mark}`;
      await merchant.captures.refund({ capture_id, amount: REFUND }, { idempotencyKey });
    }),
  'dispute.created': (stage) => complain(stage, {}),
  'dispute.updated': (stage) =>
    complain(stage, {}, async (merchant, checkout_session_id) => {
      // Both sides have heard of it before it moves, or there would be nothing to tell of the move.
      const { id: dispute_id } = await eventually('the dispute to be listed', async () => {
        const disputes = [await merchant.disputes.list({ limit: 100 })].flat();
        return disputes.find((one) => one.checkout_session_id === checkout_session_id);
      });
      await merchant.disputes.sendMessage({ dispute_id, message: 'It is on its way.' });
    }),
  'dispute.resolved': (stage) =>
    complain(stage, {}, async (_merchant, _session, disputeId) => {
      const path = `disputes/${encodeURIComponent(disputeId)}/resolve`;
      await stage.parties.control.send('POST', path, { outcome: 'CANCELED_BY_BUYER' });
    }),
  // Less than the time before which it is told, so that it is told at once.
  'dispute.evidence_deadline_approaching': (stage) => complain(stage, { due_in_hours: 48 }),
  'merchant.onboarding_updated': async (stage) => aboutNew(await connectNew(stage)),
  'merchant.payments_disabled': async (stage) => {
    // One of its own: whose consent is withdrawn takes no payments any more.
    const made = await connectNew(stage);
    const account = encodeURIComponent(made.accountId);
    await stage.parties.control.send('POST', `accounts/${account}/revoke-consent`, {});
    return aboutNew(made);
  },
  ...SUBSCRIPTION_RECIPES,
  'text_to_pay.paid': textToPayPaid,
};

/** The types that can be triggered, in the order of the vocabulary. */
export const TRIGGERS: readonly EventType[] = EVENT_TYPES.filter((type) => type in RECIPES);

/** The way to raise a type; undefined when there is none. */
export function recipeOf(type: string): Recipe | undefined {
  return Object.hasOwn(RECIPES, type) ? RECIPES[type as EventType] : undefined;
}

async function sell(
  stage: Stage,
  goOn: (merchant: Fairway, checkout_session_id: string) => Promise<void>,
): Promise<Subject> {
  const merchantId = stage.merchant_id ?? (await connectNew(stage)).merchantId;
  const merchant = stage.as(merchantId);
  const order = { ...ORDER, external_order_id: `trigger-${stage.mark}` };
  const { checkout_session_id } = await merchant.sessions.create(order);
  await goOn(merchant, checkout_session_id);
  return { merchant_id: merchantId, checkout_session_id };
}

// Returns the capture.
async function take(stage: Stage, merchant: Fairway, sessionId: string): Promise<string> {
  const order_id = await orderAndApprove(stage.parties, sessionId);
  return captureOf(await merchant.orders.capture({ order_id }));
}

// The buyer pays and disputes it; `goOn` has the provider's id of the dispute.
function complain(
  stage: Stage,
  claim: { due_in_hours?: number },
  goOn?: (merchant: Fairway, checkout_session_id: string, disputeId: string) => Promise<void>,
): Promise<Subject> {
  return sell(stage, async (merchant, checkout_session_id) => {
    const capture = encodeURIComponent(await take(stage, merchant, checkout_session_id));
    const reason = 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED';
    const { control } = stage.parties;
    const { dispute_id } = await control.send('POST', `captures/${capture}/dispute`, { reason, ...claim });
    await goOn?.(merchant, checkout_session_id, String(dispute_id));
  });
}

function aboutNew({ merchantId }: { merchantId: string }): Subject {
  return { merchant_id: merchantId, checkout_session_id: null };
}

// The provider holds the money back first and then declines: the one failure that needs no fault armed for
// others.
async function declineHeld(parties: Parties, captureId: string): Promise<void> {
  const capture = encodeURIComponent(captureId);
  await parties.control.send('POST', `captures/${capture}/settle`, { status: 'DECLINED' });
}
