import { actionsOf } from '../checks/dispute-rules.ts';
import { disputeView } from '../views/dispute-view.ts';
import type { Dispute } from '../shapes/dispute-shapes.ts';
import { readRecord } from '../../machine/store/records.ts';
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
} from '../../machine/pages/parts.ts';
import { actForm } from '../../machine/inspector/acts.ts';
import { sentence } from './captures.ts';
import { recordList } from '../../machine/inspector/record-list.ts';
import { countOf, found, table, type View, type Visit } from '../../machine/inspector/visit.ts';

const OUTCOMES = ['RESOLVED_BUYER_FAVOUR', 'RESOLVED_SELLER_FAVOUR', 'CANCELED_BY_BUYER'];
const MESSAGE_MAX = 2_000;

/** What buyers complain about. */
export const disputes: View = {
  name: 'disputes',
  title: 'Disputes',
  group: 'Money',
  count: countOf('dispute'),
  list,
  detail,
};

function list(visit: Visit): Promise<Html> {
  return recordList(visit, 'dispute', {
    heading: 'Disputes',
    none: [
      'No dispute yet.',
      html`Open one from a <a href="/inspector/captures">capture</a>: the buyer complains, and the platform
        hears of it by a notice.`,
    ],
    shown: (disputes) => disputeTable(visit, disputes),
  });
}

function disputeTable(visit: Visit, disputes: readonly Dispute[]): Html {
  const rows = disputes.map((dispute) => [
    idLink('disputes', dispute.dispute_id),
    badge(dispute.status),
    sentence(dispute.stage),
    sentence(dispute.reason),
    amount(dispute.amount),
    moment(dispute.seller_due, visit.now),
    moment(dispute.create_time, visit.now),
  ]);
  const columns = ['Dispute', 'State', 'Stage', 'Reason', 'Amount', 'Answer due', 'Opened'];
  return table('Disputes, newest first', columns, rows);
}

async function detail(visit: Visit, id: string): Promise<{ title: string; body: Html }> {
  const { world } = visit.machine;
  const dispute = found(await readRecord(world.db, 'dispute', id), 'Dispute');
  const body = html`<p class="crumb"><a href="/inspector/disputes">Disputes</a></p>
    <h1>Dispute ${idText(dispute.dispute_id)}</h1>
    <p>
      ${badge(dispute.status)} ${dispute.outcome_code !== null && badge(dispute.outcome_code)}
      ${dispute.appealable && html`<span class="soft">the seller may appeal</span>`}
    </p>
    ${facts(disputeFacts(visit, dispute))} ${dispute.status !== 'RESOLVED' && otherSide(visit, dispute)}
    <section>
      <h2>What was said</h2>
      ${conversation(visit, dispute)}
    </section>
    <details class="panel">
      <summary>The whole document, as the provider shows it</summary>
      ${jsonBlock(await disputeView(world.db, world, dispute), 'Dispute')}
    </details>`;
  return { title: `Dispute ${dispute.dispute_id}`, body };
}

function disputeFacts(visit: Visit, dispute: Dispute): [string, Html | string][] {
  const actions = actionsOf(dispute).map((rel) => rel.replaceAll('_', ' '));
  return [
    ['Amount', amount(dispute.amount)],
    ['Reason', sentence(dispute.reason)],
    ['Stage', sentence(dispute.stage)],
    ['Capture', idLink('captures', dispute.capture_id)],
    ['Seller answers by', moment(dispute.seller_due, visit.now)],
    ['Buyer answers by', moment(dispute.buyer_due, visit.now)],
    ['Goes on by itself', moment(dispute.lapses_at, visit.now)],
    ['The seller may now', actions.join(', ') || 'do nothing'],
    ...(dispute.amount_refunded === null
      ? []
      : [['Refunded', amount(dispute.amount_refunded)] satisfies [string, Html]]),
  ];
}

function otherSide(visit: Visit, dispute: Dispute): Html {
  const id = dispute.dispute_id;
  const press = (act: string, words: string): Html =>
    actForm(visit, act, {
      id,
      class: 'inline',
      body: html`<button class="small quiet">${words}</button>`,
    });
  const awaitsBuyer = dispute.offer !== null && dispute.status === 'WAITING_FOR_BUYER_RESPONSE';
  const awaitsGoods = dispute.pending_return !== null && dispute.pending_return.returned_time === null;
  return html`<div class="columns">
    <section class="panel">
      <h2>Be the buyer</h2>
      ${actForm(visit, 'disputes.message', {
        id,
        label: 'Write to the seller',
        body: html`<label class="field wide"
            ><span>Message to the seller</span
            ><textarea name="message" rows="3" required maxlength="${MESSAGE_MAX}"></textarea>
          </label>
          <button class="small">Send</button>`,
      })}
      <div class="bar">
        ${dispute.stage === 'INQUIRY' && press('disputes.escalate', 'Escalate to a claim')}
        ${awaitsBuyer && press('disputes.accept-offer', 'Accept the offer')}
        ${awaitsBuyer && press('disputes.deny-offer', 'Deny the offer')}
        ${awaitsGoods && press('disputes.return-item', 'Send the goods back')}
      </div>
    </section>
    <section class="panel">
      <h2>Be the provider</h2>
      ${actForm(visit, 'disputes.resolve', {
        id,
        label: 'Decide',
        body: html`${select('outcome', 'Outcome', { values: OUTCOMES, words: sentence })}
          <button class="small">Resolve</button>`,
      })}
    </section>
  </div>`;
}

interface Said {
  at: string;
  by: string;
  words: Html | string;
}

function conversation(visit: Visit, dispute: Dispute): Html {
  const said: Said[] = [
    ...dispute.messages.map((message) => ({
      at: message.time_posted,
      by: message.posted_by,
      words: html`${message.content}${withDocuments(message.documents)}`,
    })),
    ...(dispute.offer?.history ?? []).map((event) => ({
      at: event.offer_time,
      by: event.actor,
      words: html`offer ${sentence(event.event_type).toLowerCase()}: ${sentence(event.offer_type)}
      ${event.offer_amount !== undefined && amount(event.offer_amount)}${aside(event.notes)}`,
    })),
    ...dispute.evidences.map((evidence) => ({
      at: evidence.date,
      by: evidence.source,
      words: html`${sentence(evidence.evidence_type)}${aside(evidence.notes)}${withDocuments(evidence.documents)}`,
    })),
    ...dispute.supporting_info.map((info) => ({
      at: info.provided_time,
      by: info.source,
      words: html`${info.notes}${withDocuments(info.documents)}`,
    })),
  ];
  if (said.length === 0) return html`<p class="soft">Nothing yet.</p>`;
  const sorted = said.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return html`<ol class="story">
    ${sorted.map(
      ({ at, by, words }) =>
        html`<li>
          <span class="when">${moment(at, visit.now)}</span>
          <span><b>${sentence(by)}</b>: ${words}</span>
        </li>`,
    )}
  </ol>`;
}

function aside(notes: string | undefined): string {
  return notes === undefined ? '' : ` \u2014 ${notes}`;
}

function withDocuments(documents: readonly { name: string }[] | undefined): Html | string {
  if (documents === undefined || documents.length === 0) return '';
  return html` <span class="soft">with ${documents.map(({ name }) => name).join(', ')}</span>`;
}
