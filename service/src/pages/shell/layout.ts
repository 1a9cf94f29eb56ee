import type { Assets, ScriptName, StyleName } from './assets.ts';
import type { BrandColors } from './colors.ts';
import { html, type Html, type Part } from '../../../../markup/html.ts';
import { ENGLISH, type Locale } from '../locales/choose.ts';
import { phrase } from '../locales/phrase.ts';
import type { Theme } from './theme.ts';

interface Shell {
  title: string;
  /** English, where it is a page for people who run things. */
  locale?: Locale;
  nonce: string;
  assets: Assets;
  environment: 'test' | 'live';
  style: Exclude<StyleName, 'common/base.css'>;
  theme?: Theme;
  /** The script that makes the page comfortable. */
  script?: ScriptName;
  colors: BrandColors;
  head?: Part;
  body: Html;
}

const NAME = html`<strong>Fairway</strong>`;

/** A whole document around a page's own markup. Its looks and its script stand in it, under the nonce: it is painted from one answer,
 *  and needs no other release's files whichever process answers next. The script comes last, so that nothing waits for it. */
export function documentOf(shell: Shell): string {
  const { nonce, assets, colors, script, locale = ENGLISH, theme = 'auto' } = shell;
  const styles = assets.styles[theme];
  const { test, secured_by } = locale.words.summary;
  const page = html`<!doctype html>
    <html lang="${locale.language}" dir="${locale.direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="${theme === 'auto' ? 'light dark' : theme}" />
        <meta name="robots" content="noindex" />
        <title>${shell.title}</title>
        <link rel="icon" href="data:," />
        <style nonce="${nonce}">
          ${styles['common/base.css']}${styles[shell.style]}${customProperties(colors)}
        </style>
        ${shell.head}
      </head>
      <body>
        ${shell.body}
        <footer class="foot">
          <p>${phrase(secured_by, { service: NAME })}${shell.environment === 'test' && html` · ${test}`}</p>
        </footer>
        ${script !== undefined && scripted(assets.scripts[script], nonce)}
      </body>
    </html> `;
  return page.text;
}

function scripted(script: Html, nonce: string): Html {
  return html`<script type="module" nonce="${nonce}">
    ${script};
  </script>`;
}

// Only values that brandColors made: plain hexadecimal colors.
function customProperties(colors: BrandColors): string {
  const { brand, on_brand, edge_light, edge_dark } = colors;
  return `:root{--brand:${brand};--on-brand:${on_brand};--edge-light:${edge_light};--edge-dark:${edge_dark}}`;
}
