import { html, type Html } from '../../../../markup/html.ts';

export type Tone = 'plain' | 'busy' | 'good' | 'bad';

/** A sign for how something stands, beside words that say it. */
export const MARKS: Readonly<Record<Tone, Html | null>> = {
  plain: null,
  busy: html`<span class="mark spin" aria-hidden="true"></span>`,
  good: html`<svg class="mark good" aria-hidden="true" viewBox="0 0 48 48">
    <circle cx="24" cy="24" r="22" />
    <path d="M14.5 24.5l6.5 6.5 13-13.5" />
  </svg>`,
  bad: html`<svg class="mark bad" aria-hidden="true" viewBox="0 0 48 48">
    <circle cx="24" cy="24" r="22" />
    <path d="M24 13v14M24 33.5v.5" />
  </svg>`,
};
