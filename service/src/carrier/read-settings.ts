import { ConfigError, type Env, needed, readTogether, webBase } from '../lib/settings.ts';

export interface CarrierSettings {
  api_base: string;
  account: string;
  token: string;
  from: string;
}

/** The settings of the carrier of text messages; null while SMS_API_BASE is empty, and then nothing is texted. */
export function readCarrierSettings(env: Env, environment: 'test' | 'live'): CarrierSettings | null {
  if (!env['SMS_API_BASE']) return null;
  const carriers = (name: string) => needed(env, name, 'but SMS_API_BASE is; the carrier needs them all');
  return readTogether<CarrierSettings>({
    api_base: () => apiBase(env, environment),
    account: () => carriers('SMS_ACCOUNT'),
    token: () => carriers('SMS_TOKEN'),
    from: () => carriers('SMS_FROM'),
  });
}

function apiBase(env: Env, environment: 'test' | 'live'): string {
  const base = webBase(env, 'SMS_API_BASE', undefined);
  if (environment === 'live' && !base.startsWith('https://'))
    throw new ConfigError('SMS_API_BASE must be https in a live environment.');
  return base;
}
