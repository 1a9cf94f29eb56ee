import type { Assets } from './assets.ts';
import type { BrandColors } from './colors.ts';
import { html, type Html, type Part } from '../../../markup/html.ts';
import type { Paths } from './paths.ts';

export interface Shell {
  title: string;
  nonce: string;
  paths: Paths;
  assets: Assets;
  environment: 'test' | 'live';
  style: 'checkout/checkout.css' | 'kit/plain.css';
  /** The script that makes the page comfortable, and what it imports. */
  scripts?: readonly string[];
  colors: BrandColors;
  head?: Part;
  body: Html;
}

/** A whole document around a page's own markup. The one inline thing is the brand's color, under the
 *  nonce. */
export function documentOf(shell: Shell): string {
  const { nonce, paths, assets, colors } = shell;
  const file = (name: string) => paths.at(`/assets/${assets.hash}/${name}`);
  const [entry, ...imported] = shell.scripts ?? [];
  const page = html`<!doctype html>
    <html lang="en" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${shell.title}</title>
        <link rel="icon" href="data:," />
        ${['kit/base.css', shell.style].map((name) => html`<link rel="stylesheet" href="${file(name)}" />`)}
        ${imported.map((name) => html`<link rel="modulepreload" href="${file(name)}" nonce="${nonce}" />`)}
        ${entry !== undefined && html`<script type="module" src="${file(entry)}" nonce="${nonce}"></script>`}
        <style nonce="${nonce}">
          ${customProperties(colors)}
        </style>
        ${shell.head}
      </head>
      <body>
        ${shell.body}
        <footer class="foot">
          <p>
            Secured by
            <strong>Fairway</strong>${shell.environment === 'test' ? html` · test environment` : null}
          </p>
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
