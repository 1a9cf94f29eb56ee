import { html, type Html } from './html.ts';
import type { Paths } from './paths.ts';

export const ACTIVATION_SCRIPTS = ['activation.js', 'password-rules.js', 'wait.js'];

/** The page behind an activation link. Showing it redeems nothing: programs that read mail open links too. */
export function activationPage(paths: Paths, token: string): Html {
  return html`<main class="plain" id="activation" data-api="${paths.activationApi(token)}">
    <p id="live" class="unseen" role="status" aria-live="polite"></p>
    <section class="panel" data-step="password">
      <h1 tabindex="-1">Activate your channel</h1>
      <p class="said">
        Choose the password of the channel's owner. You then see the channel's first API key, once.
      </p>
      <form data-password-form novalidate>
        <p class="notice bad" id="problem" data-problem tabindex="-1" hidden></p>
        <div class="field">
          <label for="password">Password</label>
          <div class="with-button">
            <input
              id="password"
              name="password"
              type="password"
              autocomplete="new-password"
              required
              aria-describedby="rules problem"
              spellcheck="false"
              autocapitalize="none"
            />
            <button type="button" class="button quiet" data-act="reveal" aria-pressed="false">
              Show<span class="unseen"> password</span>
            </button>
          </div>
        </div>
        ${rules()}
        <button class="button" data-submit>Activate and show the key</button>
        <p class="hint">
          Activated less than ten minutes ago? Enter the password you chose then to see the key again.
        </p>
      </form>
      <noscript
        ><p class="notice bad">
          This page needs JavaScript to show the key. Please allow it for this page and load it again; your
          link stays valid.
        </p></noscript
      >
    </section>
    <section class="panel" data-step="done" hidden>
      <h1 tabindex="-1">Your channel is active</h1>
      <p class="said">
        Copy both values now. The key is not shown again after
        <strong><time data-fill="recoverable_until"></time></strong>; until then this link and your password
        bring it back.
      </p>
      ${secretField('key', 'API key', 'Keep it on your server. It can do everything your channel can.')}
      ${secretField('base_url', 'Base address', 'The key works at this address only.')}
      ${secretField('channel_id', 'Channel', 'Name this id when you write to support.')}
    </section>
  </main>`;
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

function secretField(name: string, label: string, hint: string): Html {
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <div class="with-button">
      <input
        id="${name}"
        data-fill="${name}"
        readonly
        aria-describedby="${name}-hint"
        spellcheck="false"
        autocomplete="off"
      />
      <button type="button" class="button quiet" data-copy="${name}">
        Copy<span class="unseen"> ${label}</span>
      </button>
    </div>
    <p class="hint" id="${name}-hint">${hint}</p>
  </div>`;
}
