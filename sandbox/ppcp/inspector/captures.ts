import { minorOf, money } from '../shapes/money.ts';
import { DISPUTE_REASONS } from '../checks/dispute-rules.ts';
import { readRecord } from '../../machine/store/records.ts';
import type { Capture, Refund } from '../shapes/shapes.ts';
import { html, type Html } from '../../../markup/html.ts';
import {
  amount,
  badge,
  facts,
  idLink,
  idText,
  jsonBlock,
  moment,
  select,
  textField,
} from '../../machine/pages/parts.ts';
import { actForm } from '../../machine/inspector/acts.ts';
import { recordsNaming } from '../../machine/inspector/reads.ts';
import { recordList } from '../../machine/inspector/record-list.ts';
import { countOf, found, table, type View, type Visit } from '../../machine/inspector/visit.ts';

const AMOUNT_RULES = { inputmode: 'decimal', pattern: '\\d{1,15}(\\.\\d{1,2})?', size: 12 };

/** Money that was taken. */
export const captures: View = {
  name: 'captures',
  title: 'Captures',
  group: 'Money',
  count: countOf('capture'),
  list,
  detail,
};

function list(visit: Visit): Promise<Html> {
  return recordList(visit, 'capture', {
    heading: 'Captures',
    none: [
      'No capture yet.',
      html`The platform captures an <a href="/inspector/orders">order</a> after its buyer approved. Then you
        can refund, reverse and dispute it from here.`,
    ],
    shown: (captures) => captureTable(captures, visit.now),
  });
}

/** Captures as a table. */
export function captureTable(captures: readonly Capture[], now: Date): Html {
  const columns = ['Capture', 'State', 'Amount', 'Refunded', 'Provider fee', 'Platform fee', 'Created'];
  const rows = captures.map((capture) => [
    idLink('captures', capture.id),
    html`${badge(capture.status)}${capture.disputed && html` ${badge('disputed', 'bad')}`}${
      capture.reversed && html` ${badge('reversed', 'bad')}`
    }`,
    amount(capture.amount),
    amount(capture.total_refunded),
    capture.paypal_fee === null ? '–' : amount(capture.paypal_fee),
    capture.platform_fee === null ? '–' : amount(capture.platform_fee),
    moment(capture.create_time, now),
  ]);
  return table('Captures, newest first', columns, rows);
}

async function detail(visit: Visit, id: string): Promise<{ title: string; body: Html }> {
  const { db } = visit.machine.world;
  const capture = found(await readRecord(db, 'capture', id), 'Capture');
  const refunds = await recordsNaming(visit, 'refund', { member: 'capture_id', id });
  const disputes = await recordsNaming(visit, 'dispute', { member: 'capture_id', id });
  const body = html`<p class="crumb"><a href="/inspector/captures">Captures</a></p>
    <h1>Capture ${idText(capture.id)}</h1>
    <p>
      ${badge(capture.status)}
      ${capture.status_reason !== null && html`<span class="soft">${capture.status_reason}</span>`}
    </p>
    ${facts([
      ['Amount', amount(capture.amount)],
      ['Refunded', amount(capture.total_refunded)],
      ['Provider fee', capture.paypal_fee === null ? '–' : amount(capture.paypal_fee)],
      ['Platform fee', capture.platform_fee === null ? '–' : amount(capture.platform_fee)],
      ['Order', idLink('orders', capture.order_id)],
      ['Seller', idLink('accounts', capture.payee_id)],
      ['Buyer', idLink('accounts', capture.payer_id)],
      ['Created', moment(capture.create_time, visit.now)],
      [
        'Disputes',
        disputes.length === 0
          ? 'none'
          : html`${disputes.map((entry) => idLink('disputes', entry.dispute_id))}`,
      ],
    ])}
    ${moneyForms(visit, capture)}
    <section>
      <h2>Refunds</h2>
      ${refundTable(visit, refunds)}
    </section>
    <details class="panel">
      <summary>The whole record</summary>
      ${jsonBlock(capture, 'Capture')}
    </details>`;
  return { title: `Capture ${capture.id}`, body };
}

function moneyForms(visit: Visit, capture: Capture): Html {
  if (capture.status === 'PENDING') return pendingForms(visit, 'captures.settle', capture.id, 'DECLINED');
  if (capture.paypal_fee === null)
    return html`<p class="soft">No money was taken: there is nothing to give back.</p>`;
  const currency = capture.amount.currency_code;
  const left = money(minorOf(capture.amount) - minorOf(capture.total_refunded), currency);
  const amountField = (): Html =>
    textField('amount', `Amount in ${currency}`, { ...AMOUNT_RULES, placeholder: left.value });
  return html`<div class="columns">
    <section class="panel">
      <h2>Give back</h2>
      <p class="soft">${left.value} ${currency} remain. Blank is all of it.</p>
      ${actForm(visit, 'captures.refund', {
        id: capture.id,
        label: 'Give back',
        body: html`${amountField()} <button class="small">Refund as the seller</button>
          <button class="small quiet" formaction="/inspector/do/captures.reverse">
            Reverse as the provider
          </button>`,
      })}
    </section>
    <section class="panel">
      <h2>Dispute as the buyer</h2>
      ${
        capture.disputed
          ? html`<p class="soft">The buyer has disputed it already.</p>`
          : actForm(visit, 'captures.dispute', {
              id: capture.id,
              label: 'Dispute',
              body: html`${select('reason', 'Reason', { values: DISPUTE_REASONS, words: sentence })}
                ${amountField()}
                ${textField('due_in_hours', 'Answer due in hours', {
                  type: 'number',
                  min: 1,
                  max: 8760,
                  placeholder: 240,
                })} <button class="small">Open a dispute</button>`,
            })
      }
    </section>
  </div>`;
}

function pendingForms(
  visit: Visit,
  act: 'captures.settle' | 'refunds.settle',
  id: string,
  bad: string,
): Html {
  const ending = (status: string, quiet: boolean): Html =>
    actForm(visit, act, {
      id,
      class: 'inline',
      body: html`<input type="hidden" name="status" value="${status}" />
        <button class="small ${quiet && 'quiet'}">${quiet ? 'End it badly' : 'Complete it'}</button>`,
    });
  return html`<div class="bar">${ending('COMPLETED', false)} ${ending(bad, true)}</div>`;
}

function refundTable(visit: Visit, refunds: readonly Refund[]): Html {
  if (refunds.length === 0) return html`<p class="soft">None.</p>`;
  const rows = refunds.map((refund) => [
    idText(refund.id),
    refund.reversal ? 'reversal' : 'refund',
    refund.status === 'PENDING'
      ? html`${badge(refund.status)} ${pendingForms(visit, 'refunds.settle', refund.id, 'FAILED')}`
      : badge(refund.status),
    amount(refund.amount),
    moment(refund.create_time, visit.now),
  ]);
  return table('Refunds, oldest first', ['Refund', 'Kind', 'State', 'Amount', 'Created'], rows);
}

/** A code of the provider as words. */
export function sentence(code: string): string {
  const words = code.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
