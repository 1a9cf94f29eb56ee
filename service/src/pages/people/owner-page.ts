import { passwordField } from './activation-page.ts';
import { html, type Html } from '../../../../markup/html.ts';
import type { Paths } from '../shell/paths.ts';

export const OWNER_SCRIPT = 'people/owner.js';

const NAME_MAX = 60;

/** What can go wrong, by what was tried and the status of the answer, or by the status alone. */
const PROBLEMS: Readonly<Record<string, string>> = {
  'sign_in.401': 'Wrong email or password.',
  'sign_in.422': 'Please enter your email address and your password.',
  'passkey.401': 'This passkey does not open an account here. Use another one, or your password.',
  'recover.401': 'Wrong password. After five wrong ones this link is void.',
  'recover.404': 'This recovery link does not exist. Please check that it was opened whole.',
  'recover.410': 'This recovery link is no longer valid. Please ask the operator for a new one.',
  'add.400': 'There are ten passkeys already. Remove one first.',
  'add.401': 'This passkey could not be verified. Please try again.',
  'add.403': 'Sign in with a passkey first: a password alone cannot add another.',
  'add.409': 'This passkey is registered already.',
  'add.422': 'This name cannot be used. Please give the passkey another one.',
  'remove.403': 'Sign in with a passkey first: a password alone cannot remove one.',
  'remove.404': 'This passkey was removed already.',
  ended: 'Your session has ended. Please sign in again.',
  canceled: 'No passkey was used. You can try again at any time.',
  unsupported: 'This browser cannot use passkeys here. A newer one can.',
  '409': 'Passkeys cannot be used at this address.',
  '429': 'There were too many attempts. Please wait a minute, then try again.',
  other: 'The service could not be reached. Please try again in a moment.',
};

// The forms are the script's; their method keeps a password out of the address should they be sent without it.

/** The page on which a channel's owner signs in and manages passkeys, and nothing else. */
export function ownerPage(paths: Paths, state: { isSignedIn: boolean }): Html {
  const step = state.isSignedIn ? 'passkeys' : 'sign_in';
  return whole(paths, { step, action: 'sign_in', sections: [signInSection(), passkeysSection()] });
}

/** The page behind a recovery link. Showing it uses nothing up. */
export function recoveryPage(paths: Paths, token: string): Html {
  const sections = [recoverySection(token), signInSection(), passkeysSection()];
  return whole(paths, { step: 'recover', action: 'recover', sections });
}

function whole(paths: Paths, page: { step: string; action: string; sections: readonly Html[] }): Html {
  return html`<main
    class="plain"
    id="owner"
    data-api="${paths.at('/api/owner')}"
    data-home="${paths.at('/owner')}"
    data-start="${page.step}"
    data-problems="${JSON.stringify(PROBLEMS)}"
  >
    <p id="live" class="unseen" role="status" aria-live="polite"></p>
    ${page.sections}
    <section class="panel late" data-step="no_script">
      <h1 tabindex="-1">Owner account</h1>
      <p class="notice bad">Passkeys need JavaScript. Please allow it for this page and load it again.</p>
    </section>
  </main>`;
}

function problem(): Html {
  return html`<p class="notice bad" id="problem" data-problem tabindex="-1" hidden></p>`;
}

function signInSection(): Html {
  return html`<section class="panel" data-step="sign_in" hidden>
    <h1 tabindex="-1">Owner sign-in</h1>
    <p class="said">For the owner of a channel, to manage the passkeys of this account.</p>
    <p class="notice bad" data-problem tabindex="-1" hidden></p>
    <p><button type="button" class="button wide" data-act="passkey">Sign in with a passkey</button></p>
    <p class="or" aria-hidden="true">or</p>
    <form method="post" data-sign-in novalidate>
      <div class="field">
        <label for="email">Email</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="username webauthn"
          maxlength="254"
          required
          spellcheck="false"
          autocapitalize="none"
        />
      </div>
      <div class="field">
        <label for="sign-in-password">Password</label>
        <input
          id="sign-in-password"
          name="password"
          type="password"
          autocomplete="current-password"
          maxlength="1000"
          required
        />
      </div>
      <button class="button quiet wide" data-submit>Sign in with the password</button>
    </form>
    <p class="hint">Lost the device with your passkey? Ask the operator to start its recovery.</p>
  </section>`;
}

function recoverySection(token: string): Html {
  return html`<section class="panel" data-step="recover" hidden>
    <h1 tabindex="-1">Recover your account</h1>
    <p class="said">
      Enter your password. The passkeys of the lost device are then removed, and you can add a new one on this
      device.
    </p>
    <form method="post" data-recover="${token}" novalidate>
      ${problem()} ${passwordField({ autocomplete: 'current-password' })}
      <button class="button" data-submit>Remove the lost passkeys</button>
    </form>
  </section>`;
}

function passkeysSection(): Html {
  return html`<section class="panel" data-step="passkeys" hidden>
    <h1 tabindex="-1">Your passkeys</h1>
    <p class="said">
      A passkey is your identity as the owner of this channel. You are signed in for fifteen minutes at most.
    </p>
    <p class="notice bad" data-problem tabindex="-1" hidden></p>
    <p class="notice" data-empty hidden>There is no passkey yet. Add one on this device.</p>
    <ul class="passkeys" data-list></ul>
    <form method="post" data-add novalidate>
      <div class="field">
        <label for="name">Name of a new passkey</label>
        <input
          id="name"
          name="name"
          maxlength="${NAME_MAX}"
          autocomplete="off"
          placeholder="Passkey"
          aria-describedby="name-hint"
        />
        <p class="hint" id="name-hint">So that you know it again, for example the name of this device.</p>
      </div>
      <button class="button" data-submit>Add a passkey</button>
    </form>
    <p><button type="button" class="button quiet" data-act="sign-out">Sign out</button></p>
    <template data-row>
      <li>
        <span><strong data-name></strong> <span class="hint" data-used></span></span>
        <button type="button" class="button quiet" data-remove>
          Remove<span class="unseen"> <span data-name></span></span>
        </button>
      </li>
    </template>
  </section>`;
}
