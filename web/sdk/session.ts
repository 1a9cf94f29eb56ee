import { call, type Outcome, type SessionAnswer, sessionApi } from '../kit/session-api.ts';
import type { Settings } from './options.ts';

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

export type Calls = ReturnType<typeof callsOf>;

/** The calls of one session. */
export function callsOf({ base, sessionId }: Settings) {
  const api = sessionApi(`${base}/api/checkout-sessions/${sessionId}`);
  return {
    ...api,
    read: () => api.read() as Promise<Outcome<Session>>,
    /** Where the provider's script is, for this session. */
    readKit: () => call<{ script: string | null }>(`${base}/sdk/sessions/${sessionId}/kit`, 'GET'),
    mintOnce: () => mintOnce(`${base} ${sessionId}`, api.mintClientToken),
  };
}

type Minted = Outcome<{ client_token: string }>;

const minted = new Map<string, Promise<Minted>>();

// One for each load of the page, however often it is mounted.
function mintOnce(key: string, mint: () => Promise<Minted>): Promise<Minted> {
  const known = minted.get(key);
  if (known) return known;
  const asked = mint().then((answer) => {
    if (answer.kind !== 'ok') minted.delete(key);
    return answer;
  });
  minted.set(key, asked);
  return asked;
}
