import type { Machine } from '../control/machine-routes.ts';
import { listRecords, readRecord } from '../store/records.ts';
import type { Kind, RecordTypes } from '../store/shapes.ts';
import { accountBadge } from './consent.ts';
import { html, type Html } from './html.ts';

interface Place {
  limit: number;
  offset: number;
}

export interface InspectorView {
  name: string;
  title: string;
  empty: string;
  columns: string[];
  read(machine: Machine, place: Place): Promise<{ rows: Html[]; total: number }>;
}

const GOOD = new Set(['COMPLETED', 'APPROVED', 'ACTIVE', 'delivered', 'REFUNDED', 'PARTIALLY_REFUNDED']);
const BAD = new Set(['DECLINED', 'FAILED', 'failed', 'VOIDED', 'CANCELLED']);

/** The tabs of the inspector, in their order. */
export const INSPECTOR_VIEWS: readonly InspectorView[] = [
  {
    name: 'accounts',
    title: 'Accounts',
    empty: 'No accounts.',
    columns: ['Account', 'Kind', 'Name', 'Email', 'Country', 'Currency', 'State', 'Consent', 'Details'],
    read: (machine, place) =>
      recordRows(machine, 'account', place, (account) => [
        html`<code>${account.account_id}</code>`,
        account.kind,
        account.kind === 'business' ? account.business_name : `${account.given_name} ${account.surname}`,
        account.email,
        account.country,
        account.currency ?? '–',
        accountBadge(account),
        account.consent,
        document(account),
      ]),
  },
  {
    name: 'orders',
    title: 'Orders',
    empty: 'No orders yet. They appear when a buyer starts to pay.',
    columns: ['Order', 'Created', 'Status', 'Amount', 'Seller', 'Buyer', 'Details'],
    read: (machine, place) =>
      recordRows(machine, 'order', place, (order) => [
        order.status === 'COMPLETED'
          ? html`<code>${order.id}</code>`
          : html`<a href="/checkoutnow?token=${order.id}"><code>${order.id}</code></a>`,
        order.create_time,
        badge(order.status),
        order.purchase_units.map(({ amount }) => `${amount.value} ${amount.currency_code}`).join(', '),
        html`<code>${order.purchase_units[0]?.payee.merchant_id ?? ''}</code>`,
        html`<code>${order.payer_id ?? '–'}</code>`,
        document(order),
      ]),
  },
  {
    name: 'captures',
    title: 'Captures',
    empty: 'No captures yet.',
    columns: [
      'Capture',
      'Created',
      'Status',
      'Amount',
      'Refunded',
      'Provider fee',
      'Platform fee',
      'Details',
    ],
    read: (machine, place) =>
      recordRows(machine, 'capture', place, (capture) => [
        html`<code>${capture.id}</code>`,
        capture.create_time,
        badge(capture.status),
        `${capture.amount.value} ${capture.amount.currency_code}`,
        capture.total_refunded.value,
        capture.paypal_fee?.value ?? '–',
        capture.platform_fee?.value ?? '–',
        document(capture),
      ]),
  },
  {
    name: 'instruments',
    title: 'Saved instruments',
    empty: 'Nothing was saved yet.',
    columns: ['Token', 'Created', 'State', 'Seller', 'Buyer', 'Later charges', 'Details'],
    read: (machine, place) =>
      recordRows(machine, 'payment_token', place, (token) => [
        html`<code>${token.id}</code>`,
        token.create_time,
        badge(token.state),
        html`<code>${token.seller_id}</code>`,
        html`<code>${token.payer_id}</code>`,
        token.funding.outcome,
        document(token),
      ]),
  },
  {
    name: 'notices',
    title: 'Notices',
    empty: 'No notices yet.',
    columns: ['Queued', 'Event', 'State', 'Attempts', 'Last answer', 'Next', 'Details'],
    read: noticeRows,
  },
  {
    name: 'requests',
    title: 'Requests',
    empty: 'No calls received yet.',
    columns: ['At', 'Call', 'Status', 'Details'],
    async read({ calls }, place) {
      const page = await calls.list(place);
      const rows = page.items.map((call) =>
        row([
          call.at,
          html`<code>${call.method} ${call.path}</code>`,
          call.status === null ? html`<span class="badge bad">no answer</span>` : String(call.status),
          document(call),
        ]),
      );
      return { rows, total: page.total };
    },
  },
  {
    name: 'faults',
    title: 'Faults',
    empty: 'No fault is armed.',
    columns: ['Operation', 'Mode', 'Status', 'Issue', 'Retry after', 'Left', 'Armed'],
    read: (machine, place) =>
      recordRows(machine, 'fault', place, (fault) => [
        html`<code>${fault.operation}</code>`,
        fault.mode,
        fault.status === null ? '–' : String(fault.status),
        fault.issue ?? '–',
        fault.retry_after === null ? '–' : `${fault.retry_after} s`,
        `${fault.remaining} of ${fault.times}`,
        fault.created_at,
      ]),
  },
  {
    name: 'receivers',
    title: 'Receivers',
    empty: 'No delivery was received yet.',
    columns: ['At', 'Receiver', 'Event', 'Signature', 'Answered', 'Details'],
    read: (machine, place) =>
      recordRows(machine, 'received', place, (delivery) => [
        delivery.at,
        html`<code>${delivery.receiver}</code>`,
        delivery.event_type ?? '–',
        signature(delivery.signature_valid),
        String(delivery.status),
        document(delivery),
      ]),
  },
];

async function noticeRows(machine: Machine, place: Place): Promise<{ rows: Html[]; total: number }> {
  const page = await listRecords(machine.world.sql, 'delivery', place);
  const rows: Html[] = [];
  for (const delivery of page.items) {
    const event = await readRecord(machine.world.sql, 'event', delivery.event_id);
    rows.push(
      row([
        delivery.created_at,
        delivery.event_type,
        badge(delivery.state),
        String(delivery.attempts),
        delivery.last_status === null ? (delivery.last_error ?? '–') : String(delivery.last_status),
        delivery.due_at ?? '–',
        document(event === null ? delivery : JSON.parse(event.body)),
      ]),
    );
  }
  return { rows, total: page.total };
}

async function recordRows<K extends Kind>(
  { world }: Machine,
  kind: K,
  place: Place,
  cells: (body: RecordTypes[K]) => (Html | string)[],
): Promise<{ rows: Html[]; total: number }> {
  const page = await listRecords(world.sql, kind, place);
  return { rows: page.items.map((body) => row(cells(body))), total: page.total };
}

function row(cells: (Html | string)[]): Html {
  return html`<tr>
    ${cells.map((cell) => html`<td>${cell}</td>`)}
  </tr>`;
}

function badge(status: string): Html {
  const tone = GOOD.has(status) ? 'good' : BAD.has(status) ? 'bad' : 'warn';
  return html`<span class="badge ${tone}">${status}</span>`;
}

function signature(valid: boolean | null): Html {
  if (valid === null) return html`<span class="badge">not checked</span>`;
  return valid ? html`<span class="badge good">holds</span>` : html`<span class="badge bad">wrong</span>`;
}

function document(value: unknown): Html {
  // Preformatted text keeps its own line breaks, so nothing may be added inside the element.
  const text = JSON.stringify(value, null, 2);
  return html`<details>
    <summary>Document</summary>
    <pre>${text}</pre>
  </details>`;
}
