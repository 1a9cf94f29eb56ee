/* global document, navigator, window */
// What the inspector does better with a script; without it every page still works.

const POLL_MS = 1500;
const AGE_MS = 15_000;
const ROWS_KEPT = 200;
const COPIED_MS = 1500;
const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
];

offerCopying();
watchRequests();
followTime();
// Where the places stand in one line, the present one is brought into view.
document.querySelector('.side [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });

function offerCopying() {
  if (!navigator.clipboard) return;
  showCopyButtons(document);
  document.addEventListener('click', async (event) => {
    const button = event.target.closest('button.copy');
    if (!button) return;
    const words = button.firstChild;
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      words.textContent = 'Copied';
    } catch {
      words.textContent = 'Not copied';
    }
    setTimeout(() => (words.textContent = 'Copy'), COPIED_MS);
  });
}

function showCopyButtons(part) {
  for (const button of part.querySelectorAll('button.copy')) button.hidden = false;
}

// New requests come in above the others. Nothing that is read, open or focused moves on the screen.
function watchRequests() {
  const feed = document.querySelector('[data-live]');
  const line = document.querySelector('.live');
  if (!feed || !line) return;
  const words = line.querySelector('[data-live-words]');
  const pause = line.querySelector('[data-live-pause]');
  const keep = Number(feed.dataset.liveKeep ?? ROWS_KEPT);
  let newest = feed.dataset.live;
  let seen = 0;
  let paused = false;
  line.hidden = false;

  pause?.addEventListener('click', () => {
    paused = !paused;
    pause.setAttribute('aria-pressed', String(paused));
    pause.textContent = paused ? 'Go on' : 'Pause';
    words.textContent = paused ? 'Paused' : 'Live';
  });

  const look = async () => {
    if (paused || document.visibilityState !== 'visible') return;
    const query = new URLSearchParams(feed.dataset.liveQuery ?? '');
    query.set('after', newest);
    const answer = await fetch(`/inspector/requests/after?${query}`);
    if (!answer.ok) throw new Error(String(answer.status));
    const { html, newest: last } = await answer.json();
    if (words.textContent === 'The sandbox does not answer') words.textContent = 'Live';
    if (String(last) === newest || paused) return;
    newest = String(last);
    seen += insertRows(feed, html, keep);
    words.textContent = `Live: ${seen} new`;
  };
  const round = async () => {
    try {
      await look();
    } catch {
      words.textContent = 'The sandbox does not answer';
    }
    setTimeout(round, POLL_MS);
  };
  setTimeout(round, POLL_MS);
}

function insertRows(feed, html, keep) {
  const holder = document.createElement('template');
  holder.innerHTML = html;
  const rows = [...holder.content.children];
  showCopyButtons(holder.content);
  const isAbove = feed.getBoundingClientRect().top < 0;
  const before = feed.offsetHeight;
  for (const row of rows) row.classList.add('fresh');
  feed.prepend(...rows);
  if (isAbove) window.scrollBy({ top: feed.offsetHeight - before, behavior: 'instant' });
  document.querySelector('[data-live-empty]')?.remove();
  setTimeout(() => rows.forEach((row) => row.classList.remove('fresh')), POLL_MS);
  for (const row of [...feed.children].slice(keep)) {
    if (!row.querySelector('[open]') && !row.contains(document.activeElement)) row.remove();
  }
  return rows.length;
}

// How long ago a thing was grows while the page stands. The page knows the sandbox's time when it was made.
function followTime() {
  const stamp = document.querySelector('main').dataset.now;
  if (!stamp) return;
  const ahead = Date.parse(stamp) - Date.now();
  const round = () => {
    for (const time of document.querySelectorAll('main time[title]')) {
      time.textContent = distance(Date.parse(time.dateTime), Date.now() + ahead);
    }
    setTimeout(round, AGE_MS);
  };
  setTimeout(round, AGE_MS);
}

function distance(at, now) {
  const seconds = Math.round(Math.abs(at - now) / 1000);
  if (seconds < 2) return 'just now';
  const [unit, size] = UNITS.find(([, length]) => seconds >= length);
  const words = `${Math.floor(seconds / size)} ${unit}`;
  return at > now ? `in ${words}` : `${words} ago`;
}
