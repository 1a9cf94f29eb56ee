import { asObject, isKeepable } from '../../http/json.ts';
import type { JsonObject } from '../../http/json.ts';

const LIST_MAX = 100;

/** What is shown of a member: as it is, as an object or a list of objects of these members, or each text of a list. */
type Shown = true | { readonly [member: string]: Shown };

const MONEY = { currency_code: true, value: true } as const;
const DOCUMENTS = { name: true } as const;
const TRACKING = {
  carrier_name: true,
  carrier_name_other: true,
  tracking_number: true,
  tracking_url: true,
} as const;

// Everything that a seller needs in order to answer. Left out is who the buyer is (name, email, their id of the payment),
// the seller's own address and email, and addresses of documents, which open for whoever knows them; and whatever the
// provider adds one day.
const SHOWN: Shown = {
  dispute_id: true,
  create_time: true,
  update_time: true,
  status: true,
  reason: true,
  external_reason_code: true,
  dispute_life_cycle_stage: true,
  dispute_channel: true,
  dispute_amount: MONEY,
  seller_response_due_date: true,
  buyer_response_due_date: true,
  disputed_transactions: {
    seller_transaction_id: true,
    create_time: true,
    transaction_status: true,
    gross_amount: MONEY,
    invoice_number: true,
    custom: true,
    seller_protection_eligible: true,
    seller_protection_type: true,
    items: {
      item_id: true,
      item_name: true,
      item_description: true,
      item_quantity: true,
      item_type: true,
      reason: true,
      dispute_amount: MONEY,
      notes: true,
    },
  },
  dispute_outcome: { outcome_code: true, amount_refunded: MONEY },
  adjudications: { type: true, adjudication_time: true, reason: true, dispute_life_cycle_stage: true },
  money_movements: {
    affected_party: true,
    amount: MONEY,
    initiated_time: true,
    type: true,
    reason: true,
  },
  messages: { posted_by: true, time_posted: true, content: true, documents: DOCUMENTS },
  evidences: {
    evidence_type: true,
    evidence_info: { tracking_info: TRACKING, refund_ids: true },
    notes: true,
    documents: DOCUMENTS,
    source: true,
    date: true,
    dispute_life_cycle_stage: true,
    item_id: true,
    item_type: true,
  },
  supporting_info: {
    notes: true,
    documents: DOCUMENTS,
    source: true,
    provided_time: true,
    dispute_life_cycle_stage: true,
  },
  offer: {
    buyer_requested_amount: MONEY,
    seller_offered_amount: MONEY,
    offer_type: true,
    history: {
      offer_time: true,
      actor: true,
      event_type: true,
      offer_type: true,
      offer_amount: MONEY,
      notes: true,
      dispute_life_cycle_stage: true,
    },
  },
  refund_details: { allowed_refund_amount: MONEY },
  allowed_response_options: {
    acknowledge_return_item: { acknowledgement_types: true },
    accept_claim: { accept_claim_types: true },
    make_offer: { offer_types: true },
  },
};

/** What of a dispute may be shown to whoever answers it: a list of what is let through, so that nothing unknown is. */
export function shownOf(dispute: JsonObject): Record<string, unknown> {
  return (pick(dispute, SHOWN) ?? {}) as Record<string, unknown>;
}

function pick(value: unknown, shown: Shown): unknown {
  if (Array.isArray(value)) {
    return value
      .slice(-LIST_MAX)
      .map((element: unknown) => pick(element, shown))
      .filter((element) => element !== undefined);
  }
  if (shown === true) return isPlain(value) ? value : undefined;
  const object = asObject(value);
  if (!object) return undefined;
  const members = Object.entries(shown)
    .map(([name, inner]) => [name, pick(object[name], inner)] as const)
    .filter(([, member]) => member !== undefined);
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return isKeepable(value);
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}
