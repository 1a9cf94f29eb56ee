import { canUsePasskeys, makePasskey, showPasskey } from './passkeys.ts';

const ANSWER_LIMIT_MS = 20_000;
const SESSION_MS = 15 * 60_000;

type Step = 'sign_in' | 'recover' | 'passkeys';

interface Passkey {
  id: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

interface Answer {
  status: number;
  body: unknown;
}

const main = document.getElementById('owner');
if (main) start(main);

function start(root: HTMLElement): void {
  onClick(root, '[data-act="passkey"]', () => signInWithPasskey(root));
  onClick(root, '[data-act="sign-out"]', () => signOut(root));
  onSubmit(root, '[data-sign-in]', (form) => signIn(root, form));
  onSubmit(root, '[data-recover]', (form) => recover(root, form));
  onSubmit(root, '[data-add]', (form) => add(root, form));
  const reveal = root.querySelector<HTMLElement>('[data-act="reveal"]');
  if (reveal) startReveal(root, reveal);
  const first = (root.dataset['start'] ?? 'sign_in') as Step;
  if (first === 'passkeys') void showPasskeys(root);
  else show(root, first, { focus: false });
}

async function signIn(root: HTMLElement, form: HTMLFormElement): Promise<void> {
  const { email, password } = Object.fromEntries(new FormData(form)) as Record<string, string>;
  const answer = await call(root, 'POST', '/sessions', { email: (email ?? '').trim(), password });
  if (answer.status !== 201) return say(root, 'sign_in', answer.status);
  form.reset();
  await signedIn(root);
}

async function signInWithPasskey(root: HTMLElement): Promise<void> {
  if (!canUsePasskeys()) return say(root, 'unsupported');
  const options = await call(root, 'POST', '/sessions/passkey/options');
  if (options.status !== 200) return say(root, 'passkey', options.status);
  const credential = await showPasskey(options.body);
  if (!credential) return say(root, 'canceled');
  const answer = await call(root, 'POST', '/sessions/passkey', { credential });
  if (answer.status !== 201) return say(root, 'passkey', answer.status);
  await signedIn(root);
}

async function recover(root: HTMLElement, form: HTMLFormElement): Promise<void> {
  const password = new FormData(form).get('password');
  const answer = await call(root, 'POST', `/recoveries/${form.dataset['recover']}`, { password });
  if (answer.status !== 201) return say(root, 'recover', answer.status);
  form.reset();
  // The link is used up; loading the page again shows the account instead.
  history.replaceState(null, '', root.dataset['home']);
  await signedIn(root);
}

let sessionTimer: ReturnType<typeof setTimeout> | undefined;

async function signedIn(root: HTMLElement): Promise<void> {
  clearTimeout(sessionTimer);
  sessionTimer = setTimeout(() => endSession(root), SESSION_MS);
  await showPasskeys(root);
}

function endSession(root: HTMLElement): void {
  show(root, 'sign_in');
  say(root, 'ended');
}

async function showPasskeys(root: HTMLElement, options: { focus?: boolean } = {}): Promise<void> {
  const answer = await call(root, 'GET', '/passkeys');
  if (answer.status === 401) return endSession(root);
  show(root, 'passkeys', options);
  if (answer.status !== 200) return say(root, 'list', answer.status);
  const passkeys = answer.body as Passkey[];
  find(root, '[data-empty]').hidden = passkeys.length > 0;
  find(root, '[data-list]').replaceChildren(...passkeys.map((passkey) => rowOf(root, passkey)));
}

function rowOf(root: HTMLElement, passkey: Passkey): Node {
  const row = find<HTMLTemplateElement>(root, '[data-row]').content.cloneNode(true) as DocumentFragment;
  for (const place of row.querySelectorAll('[data-name]')) place.textContent = passkey.name;
  const used = passkey.last_used_at === null ? 'not used yet' : `last used ${day(passkey.last_used_at)}`;
  find(row, '[data-used]').textContent = `added ${day(passkey.created_at)}, ${used}`;
  find(row, '[data-remove]').addEventListener('click', () => void remove(root, passkey));
  return row;
}

function day(iso: string): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(new Date(iso));
}

async function add(root: HTMLElement, form: HTMLFormElement): Promise<void> {
  if (!canUsePasskeys()) return say(root, 'unsupported');
  const options = await call(root, 'POST', '/passkeys/options');
  if (options.status === 401) return endSession(root);
  if (options.status !== 200) return say(root, 'add', options.status);
  const credential = await makePasskey(options.body);
  if (!credential) return say(root, 'canceled');
  const name = find<HTMLInputElement>(form, '#name').value.trim();
  const answer = await call(root, 'POST', '/passkeys', { credential, ...(name === '' ? {} : { name }) });
  if (answer.status !== 201) return say(root, 'add', answer.status);
  form.reset();
  await showPasskeys(root);
  announce(root, 'The passkey was added.');
}

async function remove(root: HTMLElement, { id, name }: Passkey): Promise<void> {
  if (!window.confirm(`Remove the passkey “${name}”? It will no longer sign you in.`)) return;
  const answer = await call(root, 'DELETE', `/passkeys/${id}`);
  if (answer.status !== 200) return say(root, 'remove', answer.status);
  await showPasskeys(root);
  announce(root, 'The passkey was removed.');
}

async function signOut(root: HTMLElement): Promise<void> {
  const answer = await call(root, 'DELETE', '/sessions');
  if (answer.status !== 200 && answer.status !== 401) return say(root, 'sign_out', answer.status);
  clearTimeout(sessionTimer);
  show(root, 'sign_in');
  announce(root, 'You are signed out.');
}

/** A call to the service; status 0 when there was no answer. The session is a cookie that no script can read. */
async function call(root: HTMLElement, method: string, path: string, body?: object): Promise<Answer> {
  try {
    const response = await fetch(`${root.dataset['api']}${path}`, {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  } catch {
    return { status: 0, body: null };
  }
}

function show(root: HTMLElement, step: Step, { focus = true }: { focus?: boolean } = {}): void {
  for (const section of root.querySelectorAll<HTMLElement>('[data-step]')) {
    section.hidden = section.dataset['step'] !== step;
  }
  for (const problem of root.querySelectorAll<HTMLElement>('[data-problem]')) problem.hidden = true;
  // What was said before is over, for whoever reads the page by ear too.
  find(root, '#live').textContent = '';
  const heading = find(root, `[data-step="${step}"] h1`);
  document.title = heading.textContent;
  if (focus) heading.focus();
}

/** Says what went wrong, by what was tried and the status of its answer. A session that ended leads back to its start. */
function say(root: HTMLElement, tried: string, status?: number): void {
  const isOwn = tried === 'add' || tried === 'remove' || tried === 'sign_out';
  const problems = JSON.parse(root.dataset['problems'] ?? '{}') as Record<string, string>;
  const known = problems[`${tried}.${status}`] ?? problems[status ?? tried];
  if (isOwn && status === 401 && !known) return endSession(root);
  const text = known ?? problems['other'] ?? '';
  const problem = find(root, '[data-step]:not([hidden]) [data-problem]');
  problem.textContent = text;
  problem.hidden = false;
  announce(root, text);
  problem.focus();
}

function announce(root: HTMLElement, text: string): void {
  const live = find(root, '#live');
  live.textContent = '';
  requestAnimationFrame(() => {
    live.textContent = text;
  });
}

function startReveal(root: HTMLElement, button: HTMLElement): void {
  const password = find<HTMLInputElement>(root, '#password');
  button.hidden = false;
  button.addEventListener('click', () => {
    const isShown = password.type === 'password';
    password.type = isShown ? 'text' : 'password';
    button.setAttribute('aria-pressed', String(isShown));
  });
}

function onClick(root: HTMLElement, selector: string, act: () => Promise<void>): void {
  const button = find<HTMLButtonElement>(root, selector);
  button.addEventListener('click', () => void once(button, act));
}

function onSubmit(root: HTMLElement, selector: string, act: (form: HTMLFormElement) => Promise<void>): void {
  const form = root.querySelector<HTMLFormElement>(selector);
  if (!form) return;
  const button = find<HTMLButtonElement>(form, '[data-submit]');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void once(button, () => act(form));
  });
}

async function once(button: HTMLButtonElement, act: () => Promise<void>): Promise<void> {
  if (button.disabled) return;
  button.disabled = true;
  try {
    await act();
  } finally {
    button.disabled = false;
  }
}

function find<T extends HTMLElement = HTMLElement>(within: ParentNode, selector: string): T {
  const found = within.querySelector<T>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
}
