import { html, type Html } from '../../../../markup/html.ts';
import { CODES } from '../codes.ts';
import { prose } from './reference-text.ts';

/** Every code with its status, the words beside it and what to do next. */
export function codeList(): Html {
  return html`<div class="told">
    <p>
      Branch on <code>code</code>, not on the words. Each operation lists those that it answers, and
      <code>x-codes</code> in the OpenAPI document names them for programs. A later release may add to them,
      so treat one that you do not know by its status.
    </p>
    <ul class="errors">
      ${CODES.map(
        ({ code, status, words, next }) =>
          html`<li id="${codeAnchor(code)}">
            <span class="status">${status}</span>
            <div>
              <p><code>${breakableCode(code)}</code></p>
              <p>${words}</p>
              <p class="next">${prose(next)}</p>
            </div>
          </li> `,
      )}
    </ul>
  </div>`;
}

/** What the entry of a code is found under. */
export function codeAnchor(code: string): string {
  return `code-${code}`;
}

/** A code as it may break: behind an underscore, so that a narrow page is not widened. */
export function breakableCode(code: string): Html {
  return html`${code.split('_').map((part, at) => [at > 0 && html`_<wbr />`, part])}`;
}
