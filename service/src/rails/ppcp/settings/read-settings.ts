import { ConfigError, type Env, needed, readTogether, webBase } from '../../../lib/settings.ts';
import type { PpcpSettings } from '../options.ts';

// Where the wallet provider itself is; a deployment names other addresses to reach a stand-in.
const HOSTS = {
  test: { api_base: 'https://api-m.sandbox.paypal.com', web_base: 'https://www.sandbox.paypal.com' },
  live: { api_base: 'https://api-m.paypal.com', web_base: 'https://www.paypal.com' },
} as const;
const NAMES = [
  'WALLET_API_BASE',
  'WALLET_WEB_BASE',
  'WALLET_CLIENT_ID',
  'WALLET_CLIENT_SECRET',
  'WALLET_PARTNER_ID',
  'WALLET_PARTNER_ATTRIBUTION_ID',
  'WALLET_WEBHOOK_ID',
] as const;

/** The settings of the wallet provider. All of them or none, which is null: half of a provider would be noticed by the first
 *  buyer. */
export function readSettings(env: Env, environment: 'test' | 'live'): PpcpSettings | null {
  const isNamed = NAMES.some((name) => env[name]);
  if (!isNamed) return null;
  const providers = (name: (typeof NAMES)[number]) =>
    needed(env, name, 'but other WALLET settings are; the provider needs them all');
  const { bases, ...account } = readTogether({
    bases: () => basesOf(env, environment),
    client_id: () => providers('WALLET_CLIENT_ID'),
    client_secret: () => providers('WALLET_CLIENT_SECRET'),
    partner_id: () => providers('WALLET_PARTNER_ID'),
    partner_attribution_id: () => providers('WALLET_PARTNER_ATTRIBUTION_ID'),
    webhook_id: () => providers('WALLET_WEBHOOK_ID'),
  });
  return { ...bases, ...account };
}

function basesOf(env: Env, environment: 'test' | 'live') {
  const api_base = webBase(env, 'WALLET_API_BASE', HOSTS[environment].api_base);
  const known = Object.values(HOSTS).find((hosts) => hosts.api_base === api_base);
  const bases = { api_base, web_base: webBase(env, 'WALLET_WEB_BASE', known?.web_base ?? api_base) };
  const other = HOSTS[environment === 'live' ? 'test' : 'live'];
  if (bases.api_base === other.api_base || bases.web_base === other.web_base) {
    throw new ConfigError(
      `WALLET_API_BASE or WALLET_WEB_BASE is of another environment of the provider than ${environment}.`,
    );
  }
  if (environment === 'live' && !Object.values(bases).every((base) => base.startsWith('https://'))) {
    throw new ConfigError('WALLET_API_BASE and WALLET_WEB_BASE must be https in a live environment.');
  }
  return bases;
}
