import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Demo } from './demo.ts';
import { homeFolder } from '../local/home.ts';
import type { Deployment } from '../local/parties.ts';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const PROGRAM = path.join(ROOT, 'bin', 'fairway.mjs');

/** What `npm start` tells the person in front of it once everything runs. */
export function greeting(options: {
  deployment: Deployment;
  demo: Demo;
  shop_url: string;
  home: string;
  readySeconds: number;
}): string {
  const { deployment, demo } = options;
  const key = `-H 'Authorization: Bearer ${demo.channel_key}'`;
  const merchant = `${key} -H 'X-Merchant-Id: ${demo.merchant_id}'`;
  const base = deployment.base_url;
  const json = `-H 'Content-Type: application/json'`;
  const endpoint = `${json} -d '{"url":"https://receiver.sandbox.test/demo"}'`;
  const order = `${json} -d '{"amount":"12.00","currency":"USD"}'`;
  const lines = [
    `Fairway is ready after ${options.readySeconds.toFixed(1)} s. Ctrl-C stops it.`,
    '',
    `  Base address    ${base}`,
    `  Reference       ${base}/docs`,
    `  Sandbox         ${deployment.sandbox_url}`,
    `  Demo channel    ${demo.channel_key}`,
    `  Demo merchant   ${demo.merchant_id}`,
    `  Demo shop       ${options.shop_url}`,
    `  Pay something   ${demo.checkout_url}`,
    '',
    'Try next: hear of everything that happens, open a session of your own, and, once you have paid, see what arrived.',
    '',
    `  curl -sw '\\n' ${key} ${endpoint} ${base}/api/channel/webhook-endpoints`,
    `  curl -sw '\\n' ${merchant} ${order} ${base}/api/checkout-sessions`,
    `  curl -sw '\\n' ${deployment.sandbox_url}/_control/receivers/demo`,
    '',
    'The command line, in any folder: paste the first line into a shell, and the second hears every event on your machine.',
    '',
    `  ${commandLine(settingOf(options.home))}`,
    '  fairway listen --forward-to http://localhost:3000/hooks',
    '',
    `The whole way from a channel to a refund: ${settingOf(options.home)}npm run journey. All of this is in ${path.join(options.home, 'dev.json')},`,
    'beside the operator token, which runs the whole deployment: a shop needs the key alone.',
  ];
  return [...demo.notes, ...lines].join('\n');
}

/** A line for a shell, after which `fairway` is this clone's own program and no other, wherever the shell goes. `setting` is what it is
 *  called with. */
export function commandLine(setting = '', program = PROGRAM): string {
  return `fairway() { ${setting}node ${quoted(program)} "$@"; }`;
}

// Without it a command would find the deployment of the usual home, if one runs, and drive that.
function settingOf(home: string): string {
  return home === homeFolder({}, ROOT) ? '' : `FAIRWAY_HOME=${quoted(home)} `;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
