import { judgePassword } from './password-rules.ts';
import { wait } from '../common/wait.ts';

const ANSWER_LIMIT_MS = 20_000;
const SAY_COPIED_MS = 2_500;

interface Activated {
  key: string;
  base_url: string;
  channel_id: string;
  recoverable_until: string;
}

interface ActivatedUser {
  email: string;
  merchant_id: string;
}

const main = document.getElementById('activation');
if (main) start(main);

function start(root: HTMLElement): void {
  const form = find<HTMLFormElement>(root, '[data-password-form]');
  const password = find<HTMLInputElement>(root, '#password');
  password.addEventListener('input', () => showRules(root, password.value));
  const button = find(root, '[data-act="reveal"]');
  button.hidden = false;
  button.addEventListener('click', () => reveal(password, button));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void activate(root, password);
  });
  for (const copier of root.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    copier.addEventListener('click', () => void copy(root, copier));
  }
}

function showRules(root: HTMLElement, text: string): boolean {
  const verdicts = judgePassword(text);
  for (const [rule, isMet] of Object.entries(verdicts)) {
    const line = find(root, `[data-rule="${rule}"]`);
    line.classList.toggle('met', isMet);
    find(line, '[data-met]').hidden = !isMet;
  }
  return Object.values(verdicts).every((isMet) => isMet);
}

function reveal(password: HTMLInputElement, button: HTMLElement): void {
  const isShown = password.type === 'password';
  password.type = isShown ? 'text' : 'password';
  button.setAttribute('aria-pressed', String(isShown));
}

async function activate(root: HTMLElement, password: HTMLInputElement): Promise<void> {
  const submit = find<HTMLButtonElement>(root, '[data-submit]');
  if (submit.disabled) return;
  showProblem(root, password, null);
  // An earlier, shorter password may be the right one for a link that was used already: the server judges.
  showRules(root, password.value);
  submit.disabled = true;
  const answer = await send(root.dataset['api'] ?? '', password.value);
  submit.disabled = false;
  if (typeof answer === 'number') return showProblem(root, password, problemOf(root, answer));
  password.value = '';
  if ('key' in answer) fillKey(root, answer);
  else find(root, '[data-fill="email"]').textContent = answer.email;
  showDone(root);
}

function problemOf(root: HTMLElement, status: number): string {
  const problems = JSON.parse(root.dataset['problems'] ?? '{}') as Record<string, string>;
  return problems[status] ?? problems['other'] ?? '';
}

/** The answer, or the status of a refusal; 0 when there was no answer. */
async function send(path: string, password: string): Promise<Activated | ActivatedUser | number> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      credentials: 'omit',
      cache: 'no-store',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password }),
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    return response.ok ? ((await response.json()) as Activated | ActivatedUser) : response.status;
  } catch {
    return 0;
  }
}

function showProblem(root: HTMLElement, password: HTMLInputElement, text: string | null): void {
  const problem = find(root, '[data-problem]');
  problem.hidden = text === null;
  problem.textContent = text ?? '';
  if (text === null) return password.removeAttribute('aria-invalid');
  password.setAttribute('aria-invalid', 'true');
  document.title = `Problem · ${document.title.replace(/^Problem · /, '')}`;
  announce(root, text);
  password.focus();
}

function fillKey(root: HTMLElement, activated: Activated): void {
  for (const name of ['key', 'base_url', 'channel_id'] as const) {
    find<HTMLInputElement>(root, `input[data-fill="${name}"]`).value = activated[name];
  }
  const until = find<HTMLTimeElement>(root, '[data-fill="recoverable_until"]');
  until.dateTime = activated.recoverable_until;
  until.textContent = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(
    new Date(activated.recoverable_until),
  );
}

function showDone(root: HTMLElement): void {
  find(root, '[data-step="password"]').hidden = true;
  const done = find(root, '[data-step="done"]');
  done.hidden = false;
  const heading = find(done, 'h1');
  document.title = heading.textContent;
  announce(root, `${heading.textContent}.`);
  heading.focus();
}

async function copy(root: HTMLElement, button: HTMLButtonElement): Promise<void> {
  const field = find<HTMLInputElement>(root, `#${button.dataset['copy'] ?? ''}`);
  field.select();
  const [word] = button.childNodes;
  if (!word) return;
  try {
    await navigator.clipboard.writeText(field.value);
    word.textContent = 'Copied';
    announce(root, 'Copied.');
  } catch {
    // Without the right to the clipboard the text stays selected for the reader's own copy command.
    word.textContent = 'Selected';
    announce(root, 'Selected. Use your copy command.');
  }
  await wait(SAY_COPIED_MS);
  word.textContent = 'Copy';
}

function announce(root: HTMLElement, text: string): void {
  const live = find(root, '#live');
  live.textContent = '';
  requestAnimationFrame(() => {
    live.textContent = text;
  });
}

function find<T extends HTMLElement = HTMLElement>(within: ParentNode, selector: string): T {
  const found = within.querySelector<T>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
}
