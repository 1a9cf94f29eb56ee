import { sql } from 'kysely';
import { noticeMode, queueDelivery } from '../notices/queue.ts';
import { shownText } from '../http/json.ts';
import type { Machine } from '../machine.ts';
import { readRecord } from '../store/records.ts';
import type { Delivery, NoticeMode } from '../store/shapes.ts';
import { transact } from '../world.ts';
import { html, type Html } from '../../../markup/html.ts';
import { badge, emptyState, facts, idText, jsonBlock, moment, select, statusBadge } from '../pages/parts.ts';
import { actForm } from './acts.ts';
import type { Note } from './note.ts';
import { countsOf, recordsNaming } from './reads.ts';
import { countOf, found, pager, placeOf, type View, type Visit } from './visit.ts';

const MODES: readonly [mode: NoticeMode, words: string][] = [
  ['deliver', 'Deliver at once'],
  ['hold', 'Hold until released'],
  ['duplicate', 'Deliver twice'],
  ['shuffle', 'Hold, release in any order'],
];
const STATES = ['', 'waiting', 'held', 'delivered', 'failed'];

/** The provider's own webhooks. */
export const notices: View = {
  name: 'notices',
  title: 'Notices',
  group: 'Traffic',
  count: countOf('delivery'),
  alert: ({ held }) => (held > 0 ? `${held} held` : null),
  list,
  detail,
};

async function list(visit: Visit): Promise<Html> {
  const { rows, total, state } = await readDeliveries(visit);
  return html`<h1>Notices</h1>
    ${await modeForm(visit)}
    <form method="get" class="bar" aria-label="Filter">
      ${select('state', 'State', { values: STATES, chosen: state, words: (value) => value || 'any' })}
      <button class="small">Filter</button>
    </form>
    ${
      rows.length === 0
        ? emptyState(
            state === '' ? 'No notice yet.' : `No notice is ${state}.`,
            html`The provider tells the platform of captures, refunds, disputes and consents by signed
            webhooks. Each one shows here, with what became of it.`,
          )
        : html`<ol class="feed" aria-label="Notices, newest first">
            ${rows.map(({ delivery, body }) => deliveryRow(visit, delivery, body))}
          </ol>`
    }
    ${pager(visit, total)}`;
}

async function modeForm(visit: Visit): Promise<Html> {
  const mode = await noticeMode(visit.machine.world.db);
  const { held } = await countsOf(visit);
  return html`<section class="panel">
    <h2>How notices are treated</h2>
    <div class="bar">
      ${actForm(visit, 'notices.mode', {
        class: 'segments',
        label: 'How notices are treated',
        body: html`${MODES.map(
          ([value, words]) =>
            html`<button name="mode" value="${value}" aria-pressed="${value === mode ? 'true' : 'false'}">
              ${words}
            </button>`,
        )}`,
      })}
      ${
        (held > 0 || mode !== 'deliver') &&
        actForm(visit, 'notices.release', {
          class: 'inline',
          body: html`<button class="small">Release ${held} held and deliver again</button>`,
        })
      }
    </div>
  </section>`;
}

function deliveryRow(visit: Visit, delivery: Delivery, body: string | null): Html {
  return html`<li>
    <details>
      <summary>
        <span class="when">${moment(delivery.created_at, visit.now)}</span>
        <span class="what"><code>${delivery.event_type}</code></span>
        ${delivery.last_status !== null && statusBadge(delivery.last_status)} ${badge(delivery.state)}
      </summary>
      ${deliveryFacts(visit, delivery)} ${jsonBlock(body === null ? null : shownText(body), 'Notice')}
      <div class="bar">
        ${resendForm(visit, delivery.id)}
        <a href="/inspector/notices/${delivery.event_id}">The event and all its deliveries</a>
      </div>
    </details>
  </li>`;
}

function deliveryFacts(visit: Visit, delivery: Delivery): Html {
  const answered = delivery.last_status === null ? 'no answer' : String(delivery.last_status);
  return facts([
    ['Event', idText(delivery.event_id)],
    ['Webhook', html`<code>${delivery.webhook_id}</code>`],
    ['Attempts', delivery.attempts],
    ['Last answer', delivery.attempts === 0 ? '–' : (delivery.last_error ?? answered)],
    ['Next attempt', moment(delivery.due_at, visit.now)],
  ]);
}

// Its own door: control has no such call, since the provider's interface has one.
function resendForm(visit: Visit, id: string): Html {
  return html`<form method="post" action="/inspector/resend" class="inline">
    <input type="hidden" name="back" value="${visit.here}" /><input type="hidden" name="id" value="${id}" />
    <button class="small quiet">Send again</button>
  </form>`;
}

/** Queues one more delivery of the same event to the same webhook, whatever the mode. */
export async function resendNotice({ world }: Machine, id: string): Promise<Note> {
  const { event_id, event_type, webhook_id } = found(await readRecord(world.db, 'delivery', id), 'Notice');
  await transact(world, (tx) =>
    queueDelivery(tx, world, { event_id, event_type, webhook_id, mode: 'deliver' }),
  );
  return { good: true, text: `${event_type} is on its way again.` };
}

async function detail(visit: Visit, id: string): Promise<{ title: string; body: Html }> {
  const event = found(await readRecord(visit.machine.world.db, 'event', id), 'Notice');
  const deliveries = await recordsNaming(visit, 'delivery', { member: 'event_id', id });
  const body = html`<p class="crumb"><a href="/inspector/notices">Notices</a></p>
    <h1><code class="big">${event.event_type}</code></h1>
    ${facts([
      ['Event', idText(event.id)],
      ['Raised', moment(event.create_time, visit.now)],
    ])}
    <section>
      <h2>Deliveries</h2>
      ${deliveries.map(
        (delivery) =>
          html`<section class="panel">
            <p>${badge(delivery.state)}</p>
            ${deliveryFacts(visit, delivery)} ${resendForm(visit, delivery.id)}
          </section>`,
      )}
      ${deliveries.length === 0 && html`<p class="soft">No webhook wanted it.</p>`}
    </section>
    <section>
      <h2>Body</h2>
      ${jsonBlock(shownText(event.body), 'Notice')}
    </section>`;
  return { title: event.event_type, body };
}

async function readDeliveries(
  visit: Visit,
): Promise<{ rows: { delivery: Delivery; body: string | null }[]; total: number; state: string }> {
  const { db } = visit.machine.world;
  const asked = visit.query.get('state') ?? '';
  const state = STATES.includes(asked) ? asked : '';
  const { limit, offset } = placeOf(visit);
  const [{ rows }, counts] = await Promise.all([
    sql<{ delivery: Delivery; body: string | null }>`
      select delivery.body as delivery, event.body ->> 'body' as body
      from records as delivery
      left join records as event on event.kind = 'event' and event.id = delivery.body ->> 'event_id'
      where delivery.kind = 'delivery' and (${state} = '' or delivery.body ->> 'state' = ${state})
      order by delivery.seq desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`
      select count(*)::int as total from records
      where kind = 'delivery' and (${state} = '' or body ->> 'state' = ${state})`.execute(db),
  ]);
  return { rows, total: counts.rows[0]?.total ?? 0, state };
}
