import type { FastifyInstance, FastifyRequest } from 'fastify';
import { releaseNotices, setNoticeMode } from '../acts/notices.ts';
import type { Machine } from '../control/machine-routes.ts';
import { armFault, clearFaults, FAULT_MODES, FAULT_OPERATIONS } from '../faults/board.ts';
import { noticeMode } from '../notices/raise.ts';
import type { FaultMode, NoticeMode } from '../store/machine-shapes.ts';
import { html, type Html } from './html.ts';
import { INSPECTOR_VIEWS, type InspectorView } from './inspector-views.ts';
import { formOf, requireOwnForm, sendPage } from './layout.ts';

const PAGE_SIZE = 50;
const NOTICE_MODES: readonly NoticeMode[] = ['deliver', 'hold', 'duplicate', 'shuffle'];

/** Serves the inspector: what the sandbox holds, newest first, and its few switches. */
export function serveInspector(app: FastifyInstance, machine: Machine): void {
  app.get('/', async (request, reply) => {
    const view = viewOf(request);
    const offset = offsetOf(request);
    const { rows, total } = await view.read(machine, { limit: PAGE_SIZE, offset });
    const body = html`<h1>Inspector</h1>
      <nav aria-label="Inspector">
        ${INSPECTOR_VIEWS.map((entry) => tab(entry, entry.name === view.name))}
      </nav>
      ${await switches(machine, view.name)} ${tableOf(view, rows)} ${pager(view.name, { offset, total })}`;
    return sendPage(reply, { title: view.title, body, wide: true });
  });
  app.post('/inspector/fault', async (request, reply) => {
    requireOwnForm(request);
    const form = formOf(request);
    if (form.get('action') === 'clear') await clearFaults(machine.world);
    else await armFromForm(machine, form);
    return reply.redirect('/?view=faults', 303);
  });
  app.post('/inspector/notices', async (request, reply) => {
    requireOwnForm(request);
    const form = formOf(request);
    const mode = NOTICE_MODES.find((entry) => entry === form.get('mode'));
    if (form.get('action') === 'release') await releaseNotices(machine.world);
    else if (mode !== undefined) await setNoticeMode(machine.world, mode);
    return reply.redirect('/?view=notices', 303);
  });
}

async function armFromForm({ world }: Machine, form: URLSearchParams): Promise<void> {
  const operation = FAULT_OPERATIONS.find((entry) => entry === form.get('operation'));
  const mode = FAULT_MODES.find((entry) => entry === form.get('mode'));
  const issue = form.get('issue')?.trim() ?? '';
  const times = Number(form.get('times'));
  if (operation === undefined || mode === undefined) return;
  await armFault(world, {
    operation,
    mode: mode satisfies FaultMode,
    times: Number.isInteger(times) && times > 0 ? times : 1,
    issue: /^[A-Z0-9_]{1,80}$/.test(issue) ? issue : null,
  });
}

function viewOf(request: FastifyRequest): InspectorView {
  const asked = (request.query as Record<string, unknown>)['view'];
  const found = INSPECTOR_VIEWS.find(({ name }) => name === asked) ?? INSPECTOR_VIEWS[0];
  if (found === undefined) throw new Error('the inspector has views');
  return found;
}

function offsetOf(request: FastifyRequest): number {
  const text = (request.query as Record<string, unknown>)['offset'];
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

function tab(view: InspectorView, current: boolean): Html {
  const mark = current ? html` aria-current="page"` : null;
  return html`<a href="/?view=${view.name}" ${mark}>${view.title}</a>`;
}

function tableOf(view: InspectorView, rows: Html[]): Html {
  if (rows.length === 0) return html`<div class="scroll"><p class="empty">${view.empty}</p></div>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${view.title}">
    <table>
      <thead>
        <tr>
          ${view.columns.map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

function pager(view: string, place: { offset: number; total: number }): Html | null {
  const { offset, total } = place;
  if (total <= PAGE_SIZE && offset === 0) return null;
  const link = (to: number, words: string): Html => html`<a href="/?view=${view}&offset=${to}">${words}</a>`;
  return html`<p class="bar">
    ${offset > 0 && link(Math.max(0, offset - PAGE_SIZE), 'Newer')}
    <span class="soft">${offset + 1}–${Math.min(offset + PAGE_SIZE, total)} of ${total}</span>
    ${offset + PAGE_SIZE < total && link(offset + PAGE_SIZE, 'Older')}
  </p>`;
}

async function switches({ world }: Machine, view: string): Promise<Html | null> {
  if (view === 'faults') return faultForm();
  if (view !== 'notices') return null;
  const mode = await noticeMode(world.sql);
  return html`<form class="bar" method="post" action="/inspector/notices">
    <label for="mode">Treat notices</label>
    ${picker('mode', NOTICE_MODES, mode)}
    <button class="small" name="action" value="set">Set</button>
    <button class="small quiet" name="action" value="release">Release what is held</button>
  </form>`;
}

function faultForm(): Html {
  return html`<form class="bar" method="post" action="/inspector/fault">
    <label for="operation">Operation</label> ${picker('operation', FAULT_OPERATIONS, 'orders.capture')}
    <label for="fault-mode">fails as</label> ${picker('mode', FAULT_MODES, 'refuse', 'fault-mode')}
    <label for="issue">with issue</label>
    <input type="text" id="issue" name="issue" placeholder="INSTRUMENT_DECLINED" size="24" />
    <label for="times">times</label> <input type="number" id="times" name="times" value="1" min="1" />
    <button class="small" name="action" value="arm">Arm</button>
    <button class="small quiet" name="action" value="clear">Clear all</button>
  </form>`;
}

function picker(name: string, values: readonly string[], chosen: string, id = name): Html {
  return html`<select name="${name}" id="${id}">
    ${values.map((value) => html`<option ${value === chosen && 'selected'}>${value}</option>`)}
  </select>`;
}
