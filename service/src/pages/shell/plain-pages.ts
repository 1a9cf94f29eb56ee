import { html, type Html } from '../../../../markup/html.ts';
import { MARKS } from '../state/marks.ts';
import type { Paths } from './paths.ts';

interface Message {
  status: number;
  /** Where to go on, if anywhere. */
  link: { href: string; words: string } | null;
}

/** A page that says one thing: what is not as it should be. */
export function messagePage(heading: string, text: string, { status, link }: Message): Html {
  return html`<main class="plain result" data-status="${String(status)}">
    <section class="panel">
      ${MARKS.bad}
      <h1>${heading}</h1>
      <p class="said">${text}</p>
      ${link && html`<p><a class="button quiet" href="${link.href}">${link.words}</a></p>`}
    </section>
  </main>`;
}

export interface Place {
  path: string;
  name: string;
  what: string;
}

/** The page at the base address, for a person who opens it. */
export function homePage(options: {
  environment: 'test' | 'live';
  places: readonly Place[];
  paths: Paths;
}): Html {
  const { environment, places, paths } = options;
  return html`<main class="plain">
    <section class="panel">
      <h1>Fairway</h1>
      <p class="said">
        This is the ${environment} environment of a channel payments service: platforms use its API to bring
        merchants to a payment provider, to sell through checkout sessions and to hear about every payment.
      </p>
      <ul class="places">
        ${places.map(
          (place) =>
            html`<li><a href="${paths.at(place.path)}">${place.name}</a><span>${place.what}</span></li> `,
        )}
      </ul>
      <p class="hint">Here to pay for something? Use the link that the shop gave you.</p>
    </section>
  </main>`;
}
