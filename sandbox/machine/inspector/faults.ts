import { FAULT_MODE_NAMES, FAULT_MODES } from '../store/fault-modes.ts';
import { listRecords } from '../store/records.ts';
import { html, type Html } from '../../../markup/html.ts';
import { emptyState, moment, select, textField } from '../pages/parts.ts';
import { actForm } from './acts.ts';
import type { Recipe } from './rooms.ts';
import { countOf, pager, placeOf, table, type View, type Visit } from './visit.ts';

/** What goes wrong on purpose. */
export function faultsView(recipes: readonly Recipe[]): View {
  return {
    name: 'faults',
    title: 'Faults',
    group: 'Sandbox',
    alert: (counts) => (countOf('fault')(counts) > 0 ? `${countOf('fault')(counts)} armed` : null),
    list: (visit) => list(visit, recipes),
  };
}

async function list(visit: Visit, recipes: readonly Recipe[]): Promise<Html> {
  const { items, total } = await listRecords(visit.machine.world.db, 'fault', placeOf(visit));
  const rows = items.map((fault) => [
    html`<code>${fault.operation}</code>`,
    html`${fault.mode}<small>${FAULT_MODES[fault.mode].words}</small>`,
    [fault.status, fault.issue, fault.retry_after !== null && `retry after ${fault.retry_after} s`]
      .filter(Boolean)
      .join(', ') || '–',
    html`<meter min="0" max="${fault.times}" value="${fault.remaining}" aria-label="Left"></meter>
      ${fault.remaining} of ${fault.times} left`,
    moment(fault.created_at, visit.now),
  ]);
  return html`<h1>Faults</h1>
    ${armForm(visit, recipes)}
    <div class="heading">
      <h2>Armed</h2>
      ${
        rows.length > 0 &&
        actForm(visit, 'faults.clear', {
          class: 'inline',
          body: html`<button class="small quiet">Clear all</button>`,
        })
      }
    </div>
    ${
      rows.length === 0
        ? emptyState(
            'Nothing is set to fail.',
            html`Arm a fault above; it strikes the next calls of its operation.`,
          )
        : table('Armed faults, newest first', ['Operation', 'Fails as', 'With', 'Left', 'Armed'], rows)
    }
    ${pager(visit, total)}`;
}

function armForm(visit: Visit, recipes: readonly Recipe[]): Html {
  return html`<section class="panel">
    <h2>Arm a fault</h2>
    ${actForm(visit, 'faults.arm', {
      label: 'Arm a fault',
      body: html`${select('operation', 'Operation', {
          values: visit.machine.faults,
          chosen: recipes[0]?.fields['operation'],
        })}
        ${select('mode', 'Fails as', {
          values: FAULT_MODE_NAMES,
          words: (mode) => `${mode}: ${FAULT_MODES[mode].words}`,
        })}
        ${textField('issue', 'Issue', {
          placeholder: 'INSTRUMENT_DECLINED',
          pattern: '[A-Za-z0-9_]{1,80}',
          size: 24,
        })}
        ${textField('status', 'Status', { type: 'number', min: 400, max: 599, placeholder: "the issue's" })}
        ${textField('retry_after', 'Retry after, seconds', { type: 'number', min: 0, max: 86_400 })}
        ${textField('delay_ms', 'Late by, ms', { type: 'number', min: 0, max: 600_000 })}
        ${textField('times', 'Times', { type: 'number', min: 1, max: 1_000_000, value: 1, required: '' })}
        <button class="small">Arm</button>`,
    })}
    <h3>Or one of these</h3>
    <div class="bar">
      ${recipes.map(({ words, fields }) =>
        actForm(visit, 'faults.arm', {
          class: 'inline',
          body: html`${Object.entries({ ...fields, times: '1' }).map(
              ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
            )}<button class="small quiet">${words}</button>`,
        }),
      )}
    </div>
  </section>`;
}
