import { html, type Html } from '../../../markup/html.ts';
import type { PageState, SessionView } from './page-state.ts';
import type { Paths } from './paths.ts';

export interface CheckoutFacts {
  view: SessionView;
  state: PageState;
  /** How long the session can still be paid, by the service's own clock. */
  expires_in_ms: number;
  provider_script: string | null;
  is_embedded: boolean;
  paths: Paths;
}

/** What the script needs to know; the same facts that the public view of the session gives. */
export function pageFacts({ view, state, paths, ...page }: CheckoutFacts): Html {
  const parts: Record<string, string | null> = {
    'data-panel': state.panel,
    'data-order': state.order_id,
    'data-merchant': view.merchant_name,
    'data-api': paths.sessionApi(view.id),
    'data-page': page.is_embedded ? paths.embed(view.id) : paths.checkout(view.id),
    'data-provider-script': page.provider_script,
    'data-attribution': view.wallet_partner_attribution_id,
    'data-expires-in-ms': view.status === 'open' ? String(Math.max(0, page.expires_in_ms)) : null,
    'data-success-url': view.success_url,
    'data-embedded': page.is_embedded ? 'yes' : null,
    // The page around it has a main part of its own.
    'aria-label': page.is_embedded ? `Payment to ${view.merchant_name}` : null,
    'data-environment': view.environment,
    'data-framed-by': page.is_embedded ? (view.allowed_origins?.map(originOf).join(' ') ?? null) : null,
  };
  return html`${Object.entries(parts).map(([name, value]) => value !== null && attribute(name, value))}`;
}

function originOf(address: string): string {
  return new URL(address).origin;
}

/** One attribute of an element. */
export function attribute(name: string, value: string): Html {
  return html` ${name}="${value}"`;
}
