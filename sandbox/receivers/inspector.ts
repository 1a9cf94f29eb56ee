import { sql } from 'kysely';
import { RECEIVER_NAME, showReceiver, type ReceiverView } from './receivers.ts';
import { notFound } from '../machine/refusal.ts';
import { RECEIVER_HOST } from './keys.ts';
import { parseJson } from '../machine/http/json.ts';
import { html, type Html } from '../../markup/html.ts';
import {
  badge,
  checkbox,
  emptyState,
  facts,
  jsonBlock,
  moment,
  statusBadge,
  textField,
} from '../machine/pages/parts.ts';
import { actForm } from '../machine/inspector/acts.ts';
import { pager, placeOf, table, type View, type Visit } from '../machine/inspector/visit.ts';

const DELIVERIES_SHOWN = 50;

/** The sandbox's own receivers of the service's webhooks. */
export const receivers: View = {
  name: 'receivers',
  title: 'Receivers',
  group: 'Traffic',
  count: (_counts, visit) => countNames(visit),
  list,
  detail,
};

interface Row {
  name: string;
  taken: number;
  last: string | null;
}

async function list(visit: Visit): Promise<Html> {
  const { rows, total } = await readNames(visit);
  const cells = rows.map(({ name, taken, last }) => [
    html`<a href="/inspector/receivers/${name}">${name}</a>`,
    html`<code>https://${RECEIVER_HOST}/${name}</code>`,
    String(taken),
    moment(last, visit.now),
  ]);
  return html`<h1>Receivers</h1>
    ${
      cells.length === 0
        ? emptyState(
            'Nothing was received yet.',
            html`Register <code>https://${RECEIVER_HOST}/my-shop</code> as a webhook endpoint of the service:
              each delivery shows here, and whether its signature holds.`,
          )
        : table('Receivers', ['Name', 'Address', 'Deliveries', 'Last'], cells)
    }
    ${pager(visit, total)}
    <section class="panel">
      <h2>Set up a receiver</h2>
      ${actForm(visit, 'receivers.set', {
        label: 'Set up a receiver',
        body: html`${textField('id', 'Name', { required: '', pattern: '[A-Za-z0-9_\\-]{1,64}' })}
          ${settings(null)} <button class="small">Set up</button>`,
      })}
    </section>`;
}

function settings(receiver: ReceiverView | null): Html {
  return html`${textField('secret', 'Signing secret', {
    type: 'password',
    maxlength: 500,
    placeholder: receiver?.has_secret ? 'kept as it is' : 'none: signatures are not checked',
  })}
  ${receiver?.has_secret === true && checkbox('forget_secret', 'Forget the secret', { checked: false })}
  ${textField('status', 'Answers with', { type: 'number', min: 200, max: 599, value: receiver?.status ?? 200 })}
  ${textField('delay_ms', 'After, ms', { type: 'number', min: 0, max: 600_000, value: receiver?.delay_ms ?? 0 })}`;
}

async function detail(visit: Visit, id: string): Promise<{ title: string; body: Html }> {
  const name = RECEIVER_NAME.test(id) ? id : notFound('Receiver');
  const receiver = await showReceiver(visit.machine.world, name);
  const deliveries = receiver.deliveries.slice(-DELIVERIES_SHOWN).reverse();
  const body = html`<p class="crumb"><a href="/inspector/receivers">Receivers</a></p>
    <h1>Receiver ${name}</h1>
    <p><code>https://${RECEIVER_HOST}/${name}</code></p>
    <section class="panel">
      <h2>How it answers</h2>
      ${actForm(visit, 'receivers.set', {
        id: name,
        label: 'How it answers',
        body: html`${settings(receiver)}<button class="small">Save</button>`,
      })}
    </section>
    <section>
      <h2>Deliveries</h2>
      ${
        deliveries.length === 0
          ? emptyState('None yet.', html`They show here as they come, newest first.`)
          : html`<ol class="feed" aria-label="Deliveries, newest first">
              ${deliveries.map((delivery) => deliveryRow(visit, delivery))}
            </ol>`
      }
      ${
        receiver.deliveries.length > DELIVERIES_SHOWN &&
        html`<p class="soft">The newest ${DELIVERIES_SHOWN} of ${receiver.deliveries.length}.</p>`
      }
    </section>`;
  return { title: `Receiver ${name}`, body };
}

function deliveryRow(visit: Visit, delivery: ReceiverView['deliveries'][number]): Html {
  const headers = Object.entries(delivery.headers).map(([name, value]): [string, Html] => [
    name,
    html`<code>${value}</code>`,
  ]);
  return html`<li>
    <details>
      <summary>
        <span class="when">${moment(delivery.at, visit.now)}</span>
        <span class="what"><code>${delivery.event_type ?? 'no event type'}</code></span>
        ${signature(delivery.signature_valid)} ${statusBadge(delivery.status)}
      </summary>
      ${jsonBlock(parseJson(delivery.body) ?? delivery.body, 'Body')}
      <h3>Headers</h3>
      ${facts(headers)}
    </details>
  </li>`;
}

function signature(isValid: boolean | null): Html {
  if (isValid === null) return badge('signature not checked', '');
  return isValid ? badge('signature holds', 'good') : badge('signature wrong', 'bad');
}

// One that was set up may have had no delivery, and one that had several is listed once.
async function countNames({ machine }: Visit): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total
    from (
      select body ->> 'receiver' as name from records where kind = 'received'
      union
      select id as name from records where kind = 'receiver'
    ) as named`.execute(machine.world.db);
  return rows[0]?.total ?? 0;
}

async function readNames(visit: Visit): Promise<{ rows: Row[]; total: number }> {
  const { db } = visit.machine.world;
  const { limit, offset } = placeOf(visit);
  const { rows } = await sql<Row & { total: number }>`
    select name, count(at)::int as taken, max(at) as last, count(*) over ()::int as total
    from (
      select body ->> 'receiver' as name, body ->> 'at' as at from records where kind = 'received'
      union all
      select id as name, null as at from records where kind = 'receiver'
    ) as seen
    group by name
    order by max(at) desc nulls last, name
    limit ${limit} offset ${offset}`.execute(db);
  return { rows, total: rows[0]?.total ?? 0 };
}
