/* global document, CSSStyleSheet */

export const LABELS = {
  paypal: 'PayPal',
  venmo: 'Venmo',
  paylater: 'Pay Later',
  credit: 'PayPal Credit',
  card: 'Debit or Credit Card',
  applepay: 'Apple Pay',
  googlepay: 'Google Pay',
};

const STYLE = `
  :host { display: block; }
  div { display: grid; gap: 10px; }
  div.row { grid-auto-flow: column; grid-auto-columns: 1fr; }
  button { font: 600 16px/1 system-ui, sans-serif; min-height: 45px; border: 1px solid transparent; padding: 0 15px;
    border-radius: 4px; cursor: pointer; color: #111; background: #ffc439; }
  button.pill { border-radius: 999px; }
  button.sharp { border-radius: 0; }
  button.blue { background: #0070ba; color: #fff; }
  button.silver { background: #eee; }
  button.white { background: #fff; border: 1px solid #555; }
  button.black, button.card { background: #2c2e2f; color: #fff; }
  button.venmo { background: #006ad1; color: #fff; }
  button:hover { filter: brightness(0.95); }
  button:focus-visible { outline: 3px solid #0070ba; outline-offset: 2px; }
  button[disabled] { opacity: 0.55; cursor: default; }
  input { font: 16px/1.4 system-ui, sans-serif; width: 100%; box-sizing: border-box; min-height: 45px;
    padding: 8px 12px; border: 1px solid #555; border-radius: 4px; color: #111; background: #fff; }
  input:focus-visible { outline: 3px solid #0070ba; outline-offset: 2px; }
  p { font: 14px/1.4 system-ui, sans-serif; margin: 0; }`;

// A shadow root keeps the page's styles out; an adopted sheet needs no leave of its policy.
export function mount(target) {
  const element = typeof target === 'string' ? document.querySelector(target) : target;
  if (!element) throw new Error(`The element ${target} does not exist`);
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets = [sheet];
  element.appendChild(host);
  return { host, root };
}

export function mountText(target, text) {
  const line = document.createElement('p');
  line.textContent = text;
  mount(target).root.appendChild(line);
  return line;
}
