import { attributes, type Html } from '../../../../markup/html.ts';
import { type Locale, localeQuery } from '../locales/choose.ts';
import { phraseText } from '../locales/phrase.ts';
import type { PageState, SessionView } from '../state/page-state.ts';
import type { Paths } from '../shell/paths.ts';
import { type Theme, withTheme } from '../shell/theme.ts';

export interface CheckoutFacts {
  view: SessionView;
  state: PageState;
  locale: Locale;
  /** How long the session can still be paid, by the service's own clock. */
  expires_in_ms: number;
  kit: 'buttons' | 'embed' | 'fields' | null;
  provider_script: string | null;
  /** What the provider's library is asked to say of paying later. */
  pay_later: object | null;
  /** Whether the email that was just sent is none. */
  is_email_wrong: boolean;
  is_embedded: boolean;
  theme: Theme;
  paths: Paths;
}

/** Whether a gateway's fields for a card are the one way to pay. */
export function isByCard({ kit }: Pick<CheckoutFacts, 'kit'>): boolean {
  return kit === 'embed' || kit === 'fields';
}

/** What the script needs to know; the same facts that the public view of the session gives. */
export function pageFacts({ view, state, paths, locale, ...page }: CheckoutFacts): Html {
  const name = phraseText(locale.words.summary.payment_to, { merchant: view.merchant_name });
  const address = page.is_embedded ? paths.embed(view.id) : paths.checkout(view.id);
  const parts: Record<string, string | null> = {
    'data-panel': state.panel,
    'data-order': state.order_id,
    'data-merchant': view.merchant_name,
    'data-api': paths.sessionApi(view.id),
    'data-page': address + withTheme(localeQuery(locale), page.theme),
    'data-format': locale.format,
    'data-kit': page.kit,
    'data-provider-script': page.provider_script,
    'data-pay-later': page.pay_later && JSON.stringify(page.pay_later),
    'data-attribution': view.wallet_partner_attribution_id,
    'data-expires-in-ms': view.status === 'open' ? String(Math.max(0, page.expires_in_ms)) : null,
    'data-preselect': view.preselect_wallet ? view.supported_funding.join(' ') : null,
    'data-success-url': view.success_url,
    'data-embedded': page.is_embedded ? 'yes' : null,
    // The page around it has a main part of its own.
    'aria-label': page.is_embedded ? name : null,
    'data-environment': view.environment,
    'data-framed-by': page.is_embedded ? (view.allowed_origins?.map(originOf).join(' ') ?? null) : null,
  };
  const known = Object.entries(parts).filter((part): part is [string, string] => part[1] !== null);
  return attributes(Object.fromEntries(known));
}

function originOf(address: string): string {
  return new URL(address).origin;
}
