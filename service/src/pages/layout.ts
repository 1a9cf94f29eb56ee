import type { Assets } from './assets.ts';
import type { BrandColors } from './colors.ts';
import { html, type Html, type Part, styleText } from '../../../markup/html.ts';
import { ENGLISH, type Locale } from './locales/choose.ts';
import { phrase } from './locales/phrase.ts';
import type { Paths } from './paths.ts';

interface Shell {
  title: string;
  /** English, where it is a page for people who run things. */
  locale?: Locale;
  nonce: string;
  paths: Paths;
  assets: Assets;
  environment: 'test' | 'live';
  style: 'checkout/checkout.css' | 'kit/plain.css';
  /** The script that makes the page comfortable. */
  script?: string;
  colors: BrandColors;
  head?: Part;
  body: Html;
}

const NAME = html`<strong>Fairway</strong>`;

/** A whole document around a page's own markup. Its looks stand in it, under the nonce, so that it is painted from one
 *  answer. */
export function documentOf(shell: Shell): string {
  const { nonce, paths, assets, colors, script, locale = ENGLISH } = shell;
  const { test, secured_by } = locale.words.summary;
  const file = (name: string) => paths.at(`/assets/${assets.hash}/${name}`);
  const page = html`<!doctype html>
    <html lang="${locale.language}" dir="${locale.direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${shell.title}</title>
        <link rel="icon" href="data:," />
        ${script !== undefined && html`<script type="module" src="${file(script)}" nonce="${nonce}"></script>`}
        <style nonce="${nonce}">
          ${['kit/base.css', shell.style].map((name) => styleText(assets.files.get(name)!.plain.toString()))}
          ${customProperties(colors)}
        </style>
        ${shell.head}
      </head>
      <body>
        ${shell.body}
        <footer class="foot">
          <p>${phrase(secured_by, { service: NAME })}${shell.environment === 'test' && html` · ${test}`}</p>
        </footer>
      </body>
    </html> `;
  return page.text;
}

// Only values that brandColors made: plain hexadecimal colors.
function customProperties(colors: BrandColors): string {
  const { brand, on_brand, edge_light, edge_dark } = colors;
  return `:root{--brand:${brand};--on-brand:${on_brand};--edge-light:${edge_light};--edge-dark:${edge_dark}}`;
}
