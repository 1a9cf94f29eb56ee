type Policy = Readonly<Record<string, readonly string[]>>;

/** What a deployment says that a page has to allow; the same that `fairway csp` prints. */
export type Policies = Readonly<Record<'embed' | 'buttons', Policy>>;

const LIMIT_MS = 10_000;
/** Where nobody answers. */
export const NOWHERE = 'http://127.0.0.1:9';

export async function channelPolicies(baseUrl: string): Promise<Policies> {
  const answer = await fetch(`${baseUrl}/sdk/policy`, { signal: AbortSignal.timeout(LIMIT_MS) });
  return (await answer.json()) as Policies;
}

/** The policy of the shop's pages: their own parts by a nonce, what the deployment asks for, and nothing else. */
export function policyOf(
  { embed, buttons }: Policies,
  nonce: string,
  of: { base_url: string; isProviderKeptOut: boolean },
): string {
  const own: Policy = {
    'script-src': [`'nonce-${nonce}'`],
    'style-src': [`'nonce-${nonce}'`],
    'img-src': ['data:'],
    'connect-src': ["'self'", NOWHERE],
    'frame-src': ["'self'"],
    // The answer to the form of an order leads to the payment page.
    'form-action': ["'self'", new URL(of.base_url).origin],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'self'"],
  };
  const names = [...new Set([own, embed, buttons].flatMap((policy) => Object.keys(policy)))];
  const directives = names.map((name) => {
    const isKeptOut = of.isProviderKeptOut && name === 'script-src';
    const sources = [own, embed, ...(isKeptOut ? [] : [buttons])].flatMap((policy) => policy[name] ?? []);
    return [name, ...new Set(sources)].join(' ');
  });
  return ["default-src 'none'", ...directives].join('; ');
}
