import type { Config } from '../service/src/config.ts';

const WALLET = [
  'WALLET_CLIENT_ID',
  'WALLET_CLIENT_SECRET',
  'WALLET_PARTNER_ID',
  'WALLET_PARTNER_ATTRIBUTION_ID',
  'WALLET_WEBHOOK_ID',
].join(', ');

/** What a deployment with these settings cannot do though it starts, in sentences that name the setting to give. */
export function serveAdvice(
  { environment, base_url, rails }: Pick<Config, 'environment' | 'base_url' | 'rails'>,
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  const advice = [];
  // A gateway has an account for each merchant, the wallet provider one for the deployment.
  if (rails.every(({ address }) => address === null)) {
    advice.push(
      'No wallet provider is configured: no merchant can be connected, and only one that is routed to a gateway of its own ' +
        `is paid. Set ${WALLET}; docs/going-live.md tells where they come from.`,
    );
  }
  if (!env['BASE_URL']) {
    advice.push(
      `BASE_URL is not set: links and pages lead to ${base_url}, which nobody reaches from elsewhere, and so do the ` +
        `provider’s notices. Set it to the ${environment === 'live' ? 'public https ' : ''}address of this deployment.`,
    );
  } else if (environment === 'live' && !base_url.startsWith('https://')) {
    advice.push(
      'BASE_URL is no https address: buyers, links and passkeys need the public one of this deployment.',
    );
  }
  return advice;
}
