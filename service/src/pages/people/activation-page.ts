import { ACTIVATION_PROBLEMS, ACTIVATION_WORDS, type ActivationKind } from './activation-words.ts';
import { html, type Html } from '../../../../markup/html.ts';
import { MARKS } from '../state/marks.ts';
import type { Paths } from '../shell/paths.ts';

export const ACTIVATION_SCRIPT = 'people/activation.js';

/** What an activation gave, for the page that shows it. */
type Given =
  | { kind: 'channel'; key: string; base_url: string; channel_id: string; recoverable_until: Date }
  | { kind: 'dashboard'; email: string; base_url: string };

/** The page behind an activation link. Showing it redeems nothing: programs that read mail open links too. Without
 *  scripting its form is sent as it is, and `activatedPage` is the answer. */
export function activationPage(
  paths: Paths,
  link: { token: string; kind: ActivationKind; problem?: string },
): Html {
  const { token, kind, problem } = link;
  const words = ACTIVATION_WORDS[kind];
  const problems = JSON.stringify(ACTIVATION_PROBLEMS);
  return html`<main
    class="plain"
    id="activation"
    data-api="${paths.activationApi(token)}"
    data-problems="${problems}"
  >
    <p id="live" class="unseen" role="status" aria-live="polite"></p>
    <section class="panel" data-step="password">
      <h1 tabindex="-1">${words.heading}</h1>
      <p class="said">${words.text}</p>
      <form method="post" action="${paths.at(`/activate/${token}`)}" data-password-form novalidate>
        <p class="notice bad" id="problem" data-problem tabindex="-1" ${problem === undefined && HIDDEN}>
          ${problem}
        </p>
        ${passwordField({ autocomplete: 'new-password', isWrong: problem !== undefined })} ${rules()}
        <button class="button" data-submit>${words.submit}</button>
        <p class="hint">${words.again}</p>
      </form>
    </section>
    ${doneSection(paths, kind, null)}
  </main>`;
}

const HIDDEN = html`hidden`;

/** The page behind a link that takes no password any more. */
export function endedPage(kind: ActivationKind): Html {
  return html`<main class="plain">
    <section class="panel">
      <h1>${ACTIVATION_WORDS[kind].heading}</h1>
      <p class="notice bad" role="alert">${ACTIVATION_PROBLEMS[410]}</p>
    </section>
  </main>`;
}

/** The answer to the form of a browser without scripting. */
export function activatedPage(paths: Paths, given: Given): Html {
  return html`<main class="plain">${doneSection(paths, given.kind, given)}</main>`;
}

/** A field for a password, with a button that shows it where there is scripting to do so. */
export function passwordField(field: { autocomplete: string; isWrong?: boolean }): Html {
  const isNew = field.autocomplete === 'new-password';
  return html`<div class="field">
    <label for="password">Password</label>
    <div class="with-button">
      <input
        id="password"
        name="password"
        type="password"
        autocomplete="${field.autocomplete}"
        required
        maxlength="1000"
        aria-describedby="${isNew ? 'rules problem' : 'problem'}"
        ${field.isWrong && html`aria-invalid="true" autofocus`}
        spellcheck="false"
        autocapitalize="none"
      />
      <button type="button" class="button quiet" data-act="reveal" aria-pressed="false" hidden>
        Show<span class="unseen"> password</span>
      </button>
    </div>
  </div>`;
}

function rules(): Html {
  const rule = (name: string, text: string) =>
    html`<li data-rule="${name}"><span data-met hidden>Done: </span>${text}</li>`;
  return html`<ul class="rules" id="rules">
    ${rule('length', 'at least 8 characters')} ${rule('upper', 'an uppercase letter')}
    ${rule('lower', 'a lowercase letter')} ${rule('digit', 'a digit')}
    ${rule('bytes', 'at most 72 bytes, which is 72 plain letters')}
  </ul>`;
}

// Empty and hidden until the script fills it in, or filled in here.
function doneSection(paths: Paths, kind: ActivationKind, given: Given | null): Html {
  const words = ACTIVATION_WORDS[kind];
  return html`<section class="panel" data-step="done" ${given === null && HIDDEN}>
    ${MARKS.good}
    <h1 tabindex="-1">${words.done_heading}</h1>
    ${kind === 'channel' ? keyFields(paths, given?.kind === 'channel' ? given : null) : accountText(given)}
  </section>`;
}

function accountText(given: Given | null): Html {
  const email = given?.kind === 'dashboard' ? given.email : '';
  return html`<p class="said">
    Sign in to the dashboard that your platform gives you as <strong data-fill="email">${email}</strong>, with
    the password you just chose.
  </p>`;
}

function keyFields(paths: Paths, given: Extract<Given, { kind: 'channel' }> | null): Html {
  const until = given?.recoverable_until.toISOString();
  return html`<p class="said">
      Copy the key and the base address now. The key is not shown again after
      <strong
        ><time data-fill="recoverable_until" ${until !== undefined && html`datetime="${until}"`}
          >${until !== undefined && `${until.slice(11, 16)} UTC`}</time
        ></strong
      >; until then this link and your password bring it back.
    </p>
    ${secretField('key', 'API key', {
      hint: 'Keep it on your server. It can do everything your channel can.',
      value: given?.key,
    })}
    ${secretField('base_url', 'Base address', {
      hint: 'The key works at this address only.',
      value: given?.base_url,
    })}
    ${secretField('channel_id', 'Channel', {
      hint: 'Name this id when you write to support.',
      value: given?.channel_id,
    })}
    <p class="said">
      With your email address and this password you sign in to your
      <a href="${paths.at('/owner')}">owner account</a>, where you add a passkey.
    </p>`;
}

function secretField(name: string, label: string, shown: { hint: string; value: string | undefined }): Html {
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <div class="with-button">
      <input
        id="${name}"
        data-fill="${name}"
        value="${shown.value}"
        readonly
        aria-describedby="${name}-hint"
        spellcheck="false"
        autocomplete="off"
      />
      <button type="button" class="button quiet" data-copy="${name}" ${shown.value !== undefined && HIDDEN}>
        Copy<span class="unseen"> ${label}</span>
      </button>
    </div>
    <p class="hint" id="${name}-hint">${shown.hint}</p>
  </div>`;
}
