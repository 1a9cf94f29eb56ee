import { call, type Outcome, type SessionAnswer, sessionApi } from '../common/session-api.ts';
import type { Settings } from './options.ts';
import type { GivenSpeech } from './words.ts';

type Capability = string | null;

/** A session as far as a page that sells by it goes by it. */
export interface Session extends SessionAnswer {
  id: string;
  merchant_name: string;
  amount: string;
  currency: string;
  environment: 'test' | 'live';
  expires_at: string;
  checkout_url: string;
  payment_provider: string;
  vault_setup: boolean;
  /** The ways to pay that are left, by the account and by the merchant's choice. */
  supported_funding: readonly string[];
  pay_later_messaging: PayLater | null;
  wallet_acdc_status: Capability;
  wallet_apple_pay_status: Capability;
  wallet_google_pay_status: Capability;
  wallet_partner_attribution_id: string | null;
}

export interface PayLater {
  enabled: boolean;
  logo_type: string;
  logo_position: string;
  text_color: string;
  text_align: string;
  text_size: number;
}

/** What was approved in time can be taken after the session's end. */
export function mayBeTaken({ payment }: Session): boolean {
  return payment?.status === 'approved';
}

export type Calls = ReturnType<typeof callsOf>;

/** The calls of one session. */
export function callsOf({ base, sessionId, locale }: Settings) {
  const spoken = locale ? `?locale=${encodeURIComponent(locale)}` : '';
  const api = sessionApi(`${base}/api/checkout-sessions/${sessionId}`);
  return {
    ...api,
    read: () => api.read() as Promise<Outcome<Session>>,
    /** What brings the provider in, and where its script is, for this session; and what its buyer reads. */
    readKit: () => call<Kit>(`${base}/sdk/sessions/${sessionId}/kit${spoken}`, 'GET'),
    mintOnce: () => once(`${base} ${sessionId}`, api.mintClientToken),
    credential: <T>(operation: string, isAnew: boolean) => {
      const key = `${base}${operation} ${sessionId}`;
      if (isAnew) minted.delete(key);
      return once(key, () => call<T>(base + operation, 'POST', { checkout_session_id: sessionId }));
    },
  };
}

/** Null where this deployment has no such provider, or there is nothing to be paid into. */
export interface Kit extends GivenSpeech {
  kit: string | null;
  script: string | null;
}

const minted = new Map<string, Promise<Outcome<unknown>>>();

// One for each load of the page, however often it is mounted.
function once<T>(key: string, mint: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  const known = minted.get(key);
  if (known) return known as Promise<Outcome<T>>;
  const asked = mint().then((answer) => {
    if (answer.kind !== 'ok') minted.delete(key);
    return answer;
  });
  minted.set(key, asked);
  return asked;
}
