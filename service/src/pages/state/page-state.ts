import type { publicView } from '../../modules/sessions/index.ts';
import { isNoticeName, type NoticeName, type PanelName } from './panels.ts';

export type SessionView = ReturnType<typeof publicView>;

/** What a page is asked for, beside the session itself. */
export interface Asked {
  /** The order with which the provider sent the buyer back, when it did. */
  returned_order: string | null;
  /** How a step just taken went; believed only where it claims nothing about money. */
  outcome: string | null;
  /** Where the buyer approves: on the provider's own page, in its fields on this one, or nowhere that these pages know. */
  approval: 'redirect' | 'fields' | 'nowhere';
  /** The provider keeps what a buyer is to pay by later. */
  can_save: boolean;
  /** There is an account to be paid into. */
  can_pay: boolean;
}

export interface PageState {
  panel: PanelName;
  notice: NoticeName | null;
  order_id: string | null;
}

const ORDER_ID = /^[A-Za-z0-9-]{1,64}$/;

/** What a payment page shows first. Whether money moved is read from the session alone; a link cannot
 *  claim it. */
export function stateOf(view: SessionView, asked: Asked): PageState {
  const known = view.payment?.provider_order_id ?? null;
  if (view.status === 'completed') {
    return { panel: asked.outcome === 'paid' ? 'paid' : 'completed', notice: null, order_id: known };
  }
  if (view.status === 'capturing') {
    const isPending = view.payment?.status === 'pending';
    return { panel: isPending ? 'pending' : 'unknown', notice: null, order_id: known };
  }
  // Money approved before the expiry is still taken, so a buyer who returns late is not turned away.
  const returned = asked.returned_order;
  if (returned !== null && ORDER_ID.test(returned)) {
    return { panel: 'confirming', notice: noticeOf(asked.outcome), order_id: returned };
  }
  if (view.status === 'expired') return { panel: endOf(view), notice: null, order_id: null };
  if (asked.outcome === 'cannot_pay') return { panel: 'cannot_pay', notice: null, order_id: null };
  const isElsewhere = asked.approval === 'nowhere' || (view.vault_setup && !asked.can_save);
  if (isElsewhere) return { panel: 'unsupported', notice: null, order_id: null };
  if (!asked.can_pay) return { panel: 'cannot_pay', notice: null, order_id: null };
  return { panel: 'pay', notice: noticeOf(asked.outcome), order_id: null };
}

// What was approved in time can be taken later: nobody can say that it will not be.
function endOf({ payment }: SessionView): PanelName {
  return payment?.status === 'approved' ? 'lapsed' : 'expired';
}

function noticeOf(outcome: string | null): NoticeName | null {
  return outcome !== null && isNoticeName(outcome) ? outcome : null;
}
