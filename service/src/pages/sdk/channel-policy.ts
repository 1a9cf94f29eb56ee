import type { Ctx } from '../../context.ts';
import type { kitOf } from '../../modules/sessions/index.ts';
import { originsOf } from '../shell/security.ts';

/** What a page of a channel has to allow in its content policy, by what it shows: nothing where it sends the buyer away. */
type ChannelPolicies = Record<'redirect' | 'embed' | 'buttons', Policy>;

type Policy = Record<string, string[]>;

type Kit = NonNullable<ReturnType<typeof kitOf>>;

/** A provider on a page: what is set up, and where that loads from and calls. */
type Shown = Pick<Kit, 'kit' | 'source' | 'sources'>;

// The device's wallet brings a script and frames of its maker's.
const GOOGLE_PAY = ['https://pay.google.com'];
const GOOGLE_PAY_CALLS = [...GOOGLE_PAY, 'https://google.com/pay'];

/** What holds for sessions of every rail that this deployment has. A gateway's own hosts are among it, and not those that an account
 *  of its names in their place: a session knows them. */
export function channelPolicies(ctx: Ctx): ChannelPolicies {
  return policiesOf(
    ctx,
    ctx.rails.pages().map(({ anywhere }) => anywhere),
  );
}

/** What one session asks for and nothing besides; no provider's where none is there to be paid through. */
export function sessionPolicies(ctx: Ctx, kit: Kit | null): ChannelPolicies {
  return policiesOf(ctx, kit === null || kit.source === '' ? [] : [kit]);
}

function policiesOf(ctx: Ctx, shown: readonly Shown[]): ChannelPolicies {
  const base = ctx.config.base_url.replace(/\/+$/, '');
  const { origin } = new URL(base);
  const scripts = `${base}/sdk/`;
  const providers = sourcesOf(shown);
  // What a gateway draws is in frames of its own, and its fields take a card alone.
  const wallets = sourcesOf(shown.filter(({ kit }) => kit === 'buttons'));
  const [device, deviceCalls] = wallets.length > 0 ? [GOOGLE_PAY, GOOGLE_PAY_CALLS] : [[], []];
  const buttons = {
    'script-src': [scripts, ...providers, ...device],
    'connect-src': [origin, ...providers, ...deviceCalls],
    'frame-src': [...providers, ...device],
    'img-src': wallets.length > 0 ? ['data:', ...wallets] : [],
  };
  return {
    redirect: {},
    embed: { 'script-src': [scripts], 'frame-src': [origin] },
    buttons: Object.fromEntries(Object.entries(buttons).filter(([, sources]) => sources.length > 0)),
  };
}

function sourcesOf(shown: readonly Shown[]): string[] {
  return [...new Set(shown.flatMap(({ source, sources = [] }) => [...originsOf(source), ...sources]))];
}
