import { ConfigError, type Env, refuseTogether, webBase } from '../lib/settings.ts';

export interface CarrierSettings {
  api_base: string;
  account: string;
  token: string;
  from: string;
}

const NEEDED = ['SMS_ACCOUNT', 'SMS_TOKEN', 'SMS_FROM'] as const;

/** The settings of the carrier of text messages; null while SMS_API_BASE is empty, and then nothing is texted. */
export function readCarrierSettings(env: Env, environment: 'test' | 'live'): CarrierSettings | null {
  if (!env['SMS_API_BASE']) return null;
  refuseTogether(NEEDED.map((name) => () => refuseUnset(env, name)));
  const api_base = webBase(env, 'SMS_API_BASE', '').replace(/\/+$/, '');
  if (environment === 'live' && !api_base.startsWith('https://')) {
    throw new ConfigError('SMS_API_BASE must be https in a live environment.');
  }
  return { api_base, account: env['SMS_ACCOUNT']!, token: env['SMS_TOKEN']!, from: env['SMS_FROM']! };
}

function refuseUnset(env: Env, name: string): void {
  if (!env[name])
    throw new ConfigError(`${name} is not set, but SMS_API_BASE is; the carrier needs them all.`);
}
