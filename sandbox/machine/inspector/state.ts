import type { FastifyRequest } from 'fastify';
import { parseJson } from '../http/json.ts';
import { html, type Html } from '../../../markup/html.ts';
import { clockTime, facts, textField } from '../pages/parts.ts';
import { actForm } from './acts.ts';
import type { Note } from './note.ts';
import { secondsAhead } from '../world.ts';
import { countsOf } from './reads.ts';
import type { View, Visit } from './visit.ts';

/** The whole state: kept, brought back, begun anew; and the clock. */
export const state: View = { name: 'state', title: 'State and clock', group: 'Sandbox', list };

async function list(visit: Visit): Promise<Html> {
  const counts = await countsOf(visit);
  const total = [...counts.records.values()].reduce((sum, count) => sum + count, 0);
  return html`<h1>State and clock</h1>
    <div class="columns">
      <section class="panel">
        <h2>Keep</h2>
        <p class="soft">${total} records as one JSON document: accounts, orders, money, faults, notices.</p>
        <p>
          <a class="button small" href="/_control/snapshot" download="sandbox-snapshot.json"
            >Download a snapshot</a
          >
        </p>
      </section>
      <section class="panel">
        <h2>Bring back</h2>
        <form method="post" action="/inspector/restore" enctype="multipart/form-data" class="act stack">
          <label class="field wide"
            ><span>Snapshot</span><input type="file" name="snapshot" accept="application/json,.json" required
          /></label>
          <p class="soft">It replaces everything there is now.</p>
          <button class="small">Bring this state back</button>
        </form>
      </section>
      <section class="panel">
        <h2>Begin anew</h2>
        <p class="soft">
          One ready seller, one funded buyer, nothing else; the log of requests is emptied too.
        </p>
        <details>
          <summary>Reset the sandbox…</summary>
          ${actForm(visit, 'state.reset', {
            class: 'act stack',
            body: html`<p>There is no way back but a snapshot.</p>
              <button class="small danger">Yes, forget everything</button>`,
          })}
        </details>
      </section>
      <section class="panel">
        <h2>Clock</h2>
        ${facts([['Provider time', clockTime(visit.now)]])}
        ${
          visit.machine.world.moveClock === null
            ? html`<p class="soft">
                It follows whoever started this sandbox: move it there, by the operator's interface of the
                service.
              </p>`
            : actForm(visit, 'clock.set', {
                class: 'act stack',
                body: html`${textField('offset_seconds', 'Seconds ahead of real time', {
                    type: 'number',
                    required: '',
                    value: secondsAhead(visit.now),
                  })} <button class="small">Set the clock</button>`,
              })
        }
      </section>
    </div>`;
}

/** Replaces the state by the snapshot a form brought. */
export async function restoreUpload(visit: Visit, request: FastifyRequest): Promise<Note> {
  const text = await uploadedText(request);
  const snapshot = text === null ? undefined : parseJson(text);
  if (snapshot === undefined) return { good: false, text: 'That file is no snapshot: it is not valid JSON.' };
  const { status, body } = await visit.control('PUT', '/snapshot', snapshot);
  if (status === 200) {
    return { good: true, text: `${(body as { records: number }).records} records are back.` };
  }
  const { detail } = (body ?? {}) as { detail?: unknown };
  return { good: false, text: `That file is no snapshot: ${typeof detail === 'string' ? detail : status}` };
}

async function uploadedText(request: FastifyRequest): Promise<string | null> {
  if (!Buffer.isBuffer(request.body)) return null;
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const form = await new Response(new Uint8Array(request.body), { headers }).formData().catch(() => null);
  const file = form?.get('snapshot');
  return file instanceof File ? file.text() : null;
}
