import { noticeMode } from '../notices/queue.ts';
import { html, type Html } from '../../../markup/html.ts';
import { clockTime, emptyState, facts } from '../pages/parts.ts';
import { countsOf } from './reads.ts';
import { callRow } from './requests.ts';
import { recentCalls } from './reads.ts';
import type { Rooms } from './rooms.ts';
import type { Visit } from './visit.ts';

const CALLS_SHOWN = 12;

/** What is going on: the latest calls, what the wings have that is new, and everything that is set to other than normal. */
export async function overview(visit: Visit, rooms: readonly Rooms[]): Promise<Html> {
  const { world } = visit.machine;
  const parts = rooms.flatMap((room) => room.overview ?? []);
  const [counts, calls, mode, latest] = await Promise.all([
    countsOf(visit),
    recentCalls(visit, CALLS_SHOWN),
    noticeMode(world.db),
    Promise.all(parts.map((part) => part.latest(visit))),
  ]);
  const faults = counts.records.get('fault') ?? 0;
  return html`<div class="heading">
      <h1>Overview</h1>
      <p class="live" hidden><span role="status" data-live-words>Live</span></p>
    </div>
    <section class="panel tight" aria-label="How the sandbox is set">
      ${facts([
        ['Faults', faults === 0 ? 'none' : html`<a href="/inspector/faults">${faults} armed</a>`],
        [
          'Notices',
          html`<a href="/inspector/notices">${mode}</a>${counts.held > 0 && html`, ${counts.held} held`}`,
        ],
        ['Provider time', clockTime(visit.now)],
        ...parts.flatMap((part) => part.facts()),
      ])}
    </section>
    <section>
      <div class="heading">
        <h2>Latest calls</h2>
        <a href="/inspector/requests">All requests</a>
      </div>
      <ol
        class="feed"
        data-live="${calls[0]?.seq ?? 0}"
        data-live-keep="${CALLS_SHOWN}"
        aria-label="Latest calls"
      >
        ${calls.map((call) => callRow(call, visit.now))}
      </ol>
      ${calls.length === 0 && html`<div data-live-empty>${firstSteps()}</div>`}
    </section>
    ${latest}`;
}

function firstSteps(): Html {
  return emptyState(
    'Nothing happened yet.',
    html`Open the checkout link that <code>npm start</code> printed and pay, or create an order by the API.
      Every call the service makes appears here while you watch. A seller and a buyer are
      <a href="/inspector/accounts">ready</a>; <a href="/inspector/faults">faults</a> make things go wrong on
      purpose.`,
  );
}
