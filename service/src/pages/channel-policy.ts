import type { Ctx } from '../context.ts';
import { originsOf } from './security.ts';

/** What a page of a channel has to allow in its content policy, by what it shows: nothing where it sends the buyer away. */
export type ChannelPolicies = Record<'redirect' | 'embed' | 'buttons', Record<string, string[]>>;

// The device's wallet brings a script and frames of its maker's.
const GOOGLE_PAY = ['https://pay.google.com'];
const GOOGLE_PAY_CALLS = [...GOOGLE_PAY, 'https://google.com/pay'];

export function channelPolicies(ctx: Ctx): ChannelPolicies {
  const base = ctx.config.base_url.replace(/\/+$/, '');
  const { origin } = new URL(base);
  const scripts = `${base}/sdk/`;
  const provider = providerOrigins(ctx);
  return {
    redirect: {},
    embed: { 'script-src': [scripts], 'frame-src': [origin] },
    buttons: {
      'script-src': [scripts, ...provider, ...GOOGLE_PAY],
      'connect-src': [origin, ...provider, ...GOOGLE_PAY_CALLS],
      'frame-src': [...provider, ...GOOGLE_PAY],
      'img-src': ['data:', ...provider],
    },
  };
}

function providerOrigins({ rails }: Ctx): string[] {
  const page = rails.get(rails.onboarding().code)?.page;
  const nothing = { provider_account: null, shown: {}, currency: 'USD', supported_funding: [], saves_instrument: false };
  return page ? originsOf(page.kit(nothing).source) : [];
}
