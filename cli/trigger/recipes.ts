import { type Client, textOf } from '../../dev/client.ts';
import {
  approveOrder,
  captureOrder,
  createMerchant,
  createOrder,
  createSellerAccount,
  createSession,
  onboard,
  orderAndApprove,
  type Parties,
  refundCapture,
} from '../../dev/steps.ts';
import { EVENT_TYPES, type EventType } from '../../wire/events/registry.ts';

const ORDER = { amount: '20.00', currency: 'USD' };
const REFUND = '5.00';

export interface Stage {
  parties: Parties;
  /** With the channel's key alone. */
  channel: Client;
  as(merchantId: string): Client;
  /** A merchant that takes payments; null: one is made. */
  merchant_id: string | null;
  /** Makes the names of this run its own. */
  mark: string;
}

/** What an event is about. */
export interface Subject {
  merchant_id: string;
  /** Of a sale: tells this run's event from those of others; null for what is done to a merchant of its own. */
  checkout_session_id: string | null;
}

/** Does what raises one event type and returns what that is about. */
type Recipe = (stage: Stage) => Promise<Subject>;

const RECIPES: Readonly<Partial<Record<EventType, Recipe>>> = {
  'checkout.session.created': (stage) => sell(stage, async () => undefined),
  'payment.created': (stage) =>
    sell(stage, async (_merchant, sessionId) => {
      await createOrder(stage.parties, sessionId);
    }),
  'payment.approved': (stage) =>
    sell(stage, async (_merchant, sessionId) => {
      await orderAndApprove(stage.parties, sessionId);
    }),
  'payment.captured': (stage) =>
    sell(stage, async (merchant, sessionId) => {
      await captureOrder(merchant, await orderAndApprove(stage.parties, sessionId));
    }),
  'payment.failed': (stage) =>
    sell(stage, async (merchant, sessionId) => {
      const orderId = await createOrder(stage.parties, sessionId);
      await approveOrder(stage.parties, orderId, 'paypal_pending');
      const captured = await captureOrder(merchant, orderId);
      await declineHeld(stage.parties, textOf(captured, 'provider_capture_id'));
    }),
  'payment.refunded': (stage) =>
    sell(stage, async (merchant, sessionId) => {
      const captured = await captureOrder(merchant, await orderAndApprove(stage.parties, sessionId));
      const capture_id = textOf(captured, 'provider_capture_id');
      await refundCapture(merchant, {
        capture_id,
        amount: REFUND,
        idempotency_key: `trigger-${stage.mark}`,
      });
    }),
  'merchant.onboarding_updated': async (stage) => aboutNew(await connectNew(stage)),
  'merchant.payments_disabled': async (stage) => {
    // One of its own: whose consent is withdrawn takes no payments any more.
    const made = await connectNew(stage);
    const path = `/_control/accounts/${encodeURIComponent(made.accountId)}/revoke-consent`;
    await stage.parties.control.send('POST', path, { body: {}, expect: [200] });
    return aboutNew(made);
  },
};

/** The types that can be triggered, in the order of the vocabulary. */
export const TRIGGERS: readonly EventType[] = EVENT_TYPES.filter((type) => type in RECIPES);

/** The way to raise a type; undefined when there is none. */
export function recipeOf(type: string): Recipe | undefined {
  return Object.hasOwn(RECIPES, type) ? RECIPES[type as EventType] : undefined;
}

async function sell(
  stage: Stage,
  goOn: (merchant: Client, sessionId: string) => Promise<void>,
): Promise<Subject> {
  const merchantId = stage.merchant_id ?? (await connectNew(stage)).merchantId;
  const merchant = stage.as(merchantId);
  const order = { ...ORDER, external_order_id: `trigger-${stage.mark}` };
  const session = await createSession(merchant, order);
  const sessionId = textOf(session, 'checkout_session_id');
  await goOn(merchant, sessionId);
  return { merchant_id: merchantId, checkout_session_id: sessionId };
}

function aboutNew({ merchantId }: { merchantId: string }): Subject {
  return { merchant_id: merchantId, checkout_session_id: null };
}

async function connectNew(stage: Stage): Promise<{ merchantId: string; accountId: string }> {
  const merchantId = await createMerchant(stage.channel, {
    business_name: `Trigger ${stage.mark}`,
    email: `shop.${stage.mark}@example.com`,
  });
  const accountId = await createSellerAccount(stage.parties, `seller.${stage.mark}@example.com`);
  await onboard(stage.parties, { merchant: stage.as(merchantId), accountId });
  return { merchantId, accountId };
}

// The provider holds the money back first and then declines: the one failure that needs no fault armed for
// others.
async function declineHeld(parties: Parties, captureId: string): Promise<void> {
  const path = `/_control/captures/${encodeURIComponent(captureId)}/settle`;
  await parties.control.send('POST', path, { body: { status: 'DECLINED' }, expect: [200] });
}
