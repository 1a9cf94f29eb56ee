import { FAULT_MODES } from '../faults/board.ts';
import { html, type Html } from '../pages/html.ts';
import type { Visit } from './visit.ts';

/** Something a form of the inspector does: one call of the control interface. */
export interface Act {
  method: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Below `/_control`; `{id}` is the form's own. */
  path: string;
  body?: (form: URLSearchParams, visit: Visit) => object | Promise<object>;
  /** What is said when it was done. */
  done: string;
}

const NOTHING = (): object => ({});

/** What the forms do, by name. Whatever needs the record it changes is added by the view that draws it. */
export const ACTS: Readonly<Record<string, Act>> = {
  'orders.approve': {
    method: 'POST',
    path: '/orders/{id}/approve',
    body: (form) => ({ ...text(form, 'account_id'), ...text(form, 'funding_source') }),
    done: 'The buyer approved the order.',
  },
  'orders.cancel': {
    method: 'POST',
    path: '/orders/{id}/cancel',
    body: NOTHING,
    done: 'The buyer left without approving.',
  },
  'captures.refund': {
    method: 'POST',
    path: '/captures/{id}/refund',
    body: (form) => text(form, 'amount'),
    done: 'The seller gave the money back.',
  },
  'captures.reverse': {
    method: 'POST',
    path: '/captures/{id}/reverse',
    body: (form) => text(form, 'amount'),
    done: 'The provider took the money back.',
  },
  'captures.settle': {
    method: 'POST',
    path: '/captures/{id}/settle',
    body: (form) => text(form, 'status'),
    done: 'The capture is no longer pending.',
  },
  'refunds.settle': {
    method: 'POST',
    path: '/refunds/{id}/settle',
    body: (form) => text(form, 'status'),
    done: 'The refund is no longer pending.',
  },
  'captures.dispute': {
    method: 'POST',
    path: '/captures/{id}/dispute',
    body: (form) => ({ ...text(form, 'reason'), ...text(form, 'amount'), ...whole(form, 'due_in_hours') }),
    done: 'The buyer opened a dispute.',
  },
  'disputes.message': {
    method: 'POST',
    path: '/disputes/{id}/message',
    body: (form) => text(form, 'message'),
    done: 'The buyer wrote to the seller.',
  },
  'disputes.escalate': {
    method: 'POST',
    path: '/disputes/{id}/escalate',
    body: NOTHING,
    done: 'The buyer made a claim of it.',
  },
  'disputes.accept-offer': {
    method: 'POST',
    path: '/disputes/{id}/accept-offer',
    body: NOTHING,
    done: 'The buyer accepted the offer.',
  },
  'disputes.deny-offer': {
    method: 'POST',
    path: '/disputes/{id}/deny-offer',
    body: NOTHING,
    done: 'The buyer denied the offer.',
  },
  'disputes.return-item': {
    method: 'POST',
    path: '/disputes/{id}/return-item',
    body: NOTHING,
    done: 'The goods are on their way back.',
  },
  'disputes.resolve': {
    method: 'POST',
    path: '/disputes/{id}/resolve',
    body: (form) => text(form, 'outcome'),
    done: 'The dispute is decided.',
  },
  'invoices.pay': {
    method: 'POST',
    path: '/invoices/{id}/pay',
    body: (form) => ({ ...text(form, 'account_id'), ...text(form, 'outcome') }),
    done: 'The payer tried; the invoice says what came of it.',
  },
  'accounts.open': {
    method: 'POST',
    path: '/accounts',
    body: (form) => ({
      ...text(form, 'kind'),
      ...text(form, 'email'),
      ...text(form, 'business_name'),
      ...text(form, 'given_name'),
      ...text(form, 'surname'),
      ...text(form, 'country'),
      ...text(form, 'currency'),
    }),
    done: 'The account is open.',
  },
  'accounts.revoke': {
    method: 'POST',
    path: '/accounts/{id}/revoke-consent',
    body: (form) => text(form, 'then'),
    done: 'The seller took the consent back.',
  },
  'referrals.abandon': {
    method: 'POST',
    path: '/referrals/{id}/abandon',
    body: NOTHING,
    done: 'The seller left without consenting.',
  },
  'faults.arm': {
    method: 'POST',
    path: '/faults',
    body: (form) => ({
      ...text(form, 'operation'),
      mode: FAULT_MODES.find((mode) => mode === form.get('mode')),
      ...text(form, 'issue'),
      ...whole(form, 'status'),
      ...whole(form, 'retry_after'),
      ...whole(form, 'delay_ms'),
      ...whole(form, 'times'),
    }),
    done: 'The fault is armed.',
  },
  'faults.clear': { method: 'DELETE', path: '/faults', done: 'No fault is armed any more.' },
  'notices.mode': {
    method: 'POST',
    path: '/notices',
    body: (form) => text(form, 'mode'),
    done: 'Notices are treated so from now on.',
  },
  'notices.release': {
    method: 'POST',
    path: '/notices/release',
    body: NOTHING,
    done: 'What was held is on its way; notices are delivered again.',
  },
  'receivers.set': {
    method: 'PUT',
    path: '/receivers/{id}',
    body: (form) => ({
      ...text(form, 'secret'),
      ...(form.has('forget_secret') ? { secret: null } : {}),
      ...whole(form, 'status'),
      ...whole(form, 'delay_ms'),
    }),
    done: 'The receiver answers so from now on.',
  },
  'clock.set': {
    method: 'PUT',
    path: '/clock',
    body: (form) => whole(form, 'offset_seconds'),
    done: 'The clock is set.',
  },
  'state.reset': {
    method: 'POST',
    path: '/reset',
    body: NOTHING,
    done: 'The sandbox is fresh: one ready seller, one funded buyer.',
  },
};

/** A form that does an act and comes back to the page it stands on. */
export function actForm(
  visit: Visit,
  name: string,
  form: { id?: string; class?: string; label?: string; body: Html },
): Html {
  return html`<form
    method="post"
    action="/inspector/do/${name}"
    class="${form.class ?? 'act'}"
    ${form.label !== undefined && html`aria-label="${form.label}"`}
  >
    <input type="hidden" name="back" value="${visit.here}" />
    ${form.id !== undefined && html`<input type="hidden" name="id" value="${form.id}" />`} ${form.body}
  </form>`;
}

/** A field with its text, left out when it is blank. */
export function text(form: URLSearchParams, name: string): Record<string, string> {
  const value = form.get(name)?.trim() ?? '';
  return value === '' ? {} : { [name]: value };
}

/** A field with its number, left out when it is blank; what is no number is left to the call to refuse. */
export function whole(form: URLSearchParams, name: string): Record<string, number | string> {
  const value = form.get(name)?.trim() ?? '';
  if (value === '') return {};
  return { [name]: /^-?\d{1,10}$/.test(value) ? Number(value) : value };
}
