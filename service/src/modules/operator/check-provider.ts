import type { Ctx } from '../../context.ts';

interface Check {
  name: 'settings' | 'token' | 'partner' | 'webhook' | 'events';
  status: 'ok' | 'failed' | 'skipped';
  detail: string;
}

const ASKED = ['token', 'partner', 'webhook', 'events'] as const;

/** Tries this deployment's settings at the wallet provider. Changes nothing and tells no secret. */
export async function checkProvider(ctx: Ctx) {
  const { rails, environment, base_url } = ctx.config;
  const { code } = ctx.rails.onboarding();
  const facet = ctx.rails.get(code)?.settings;
  const api_base = rails.find((rail) => rail.code === code)?.address ?? null;
  const checks: Check[] = [];
  if (api_base !== null && facet) {
    checks.push(settingsOf(api_base, environment, base_url));
    checks.push(...(await facet.check({ notice_url: `${base_url}/api/notices/${code}` })));
  } else {
    const detail = 'No wallet provider is configured; WALLET_CLIENT_ID and its companions name one.';
    checks.push({ name: 'settings', status: 'failed', detail });
    const skipped = { status: 'skipped', detail: 'Not tried: no wallet provider is configured.' } as const;
    checks.push(...ASKED.map((name) => ({ name, ...skipped })));
  }
  const ok = checks.every(({ status }) => status === 'ok');
  return { provider: code, environment, api_base, ok, checks };
}

// Live, the provider posts its notices and sends buyers back over https only.
function settingsOf(api_base: string, environment: 'test' | 'live', base_url: string): Check {
  if (environment === 'live' && !base_url.startsWith('https://')) {
    const detail = `BASE_URL is ${base_url}, where a live provider neither posts notices nor sends buyers back.`;
    return { name: 'settings', status: 'failed', detail };
  }
  const detail = `The wallet provider is ${api_base}, for a ${environment} environment.`;
  return { name: 'settings', status: 'ok', detail };
}
