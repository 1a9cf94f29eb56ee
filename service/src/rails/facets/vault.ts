import type { Minor } from '../../lib/money.ts';
import type { CaptureOutcome, FindPaymentOutcome, RefusalCause } from './payments.ts';
import type { ProviderRefusal, Seller, Unknown, Unreachable } from './outcome.ts';

/** Instruments saved at the provider and charged later, without the buyer. */
export interface VaultFacet {
  setUp(setup: NewSetup): Promise<SetUpOutcome>;
  /** Makes a setup that the buyer approved a token that can be charged. */
  save(saving: NewSaving): Promise<SaveOutcome>;
  readToken(token: { provider_token_id: string; seller: Seller }): Promise<ReadTokenOutcome>;
  /** Takes money by a token, in one call. */
  charge(charge: NewCharge): Promise<ChargeOutcome>;
  /** What the provider shows of a charge by our own id of it; left out where only a notice tells. */
  find?(charge: WantedCharge): Promise<FindPaymentOutcome>;
}

export interface NewSetup {
  request_id: string;
  seller: Seller;
  /** The provider's own id of a customer who has saved something before. */
  provider_customer_id: string | null;
  merchant_name: string;
  return_url: string;
  cancel_url: string;
  /** What the provider's fields in the buyer's browser gave; null where it has none. */
  in_hand: string | null;
}

interface WantedCharge {
  transaction_id: string;
  seller: Seller;
  currency: string;
}

export type SetUpOutcome =
  | {
      kind: 'created';
      provider_setup_id: string;
      provider_customer_id: string | null;
      approve_url: string | null;
    }
  | { kind: 'refused'; by: RefusalCause; refusal: ProviderRefusal }
  | Unreachable
  | Unknown;

export interface NewSaving {
  request_id: string;
  provider_setup_id: string;
  provider_customer_id: string | null;
  seller: Seller;
  /** Tokens of the same customer that this setup cannot have become. */
  known_token_ids: readonly string[];
}

export type SaveOutcome =
  | { kind: 'saved'; token: ProviderToken }
  | { kind: 'refused'; by: RefusalCause; refusal: ProviderRefusal }
  | { kind: 'lapsed'; refusal: ProviderRefusal }
  | Unreachable
  | Unknown;

export interface ProviderToken {
  provider_token_id: string;
  provider_customer_id: string | null;
  /** The provider's name for the kind of instrument, as `payment_method_raw` has it. */
  source_type: string;
  /** What a person recognises it by. */
  label: string | null;
}

export type ReadTokenOutcome =
  { kind: 'found'; token: ProviderToken } | { kind: 'missing' } | Unreachable | Unknown;

export interface NewCharge {
  request_id: string;
  /** It was asked for before, and nobody knows what came of it: a refusal is then no proof that nothing did. */
  is_repeated: boolean;
  transaction_id: string;
  seller: Seller;
  amount: Minor;
  currency: string;
  platform_fee: Minor;
  description: string | null;
  provider_token_id: string;
  source_type: string;
}

/** `gone`: the token can never be charged again. */
export type ChargeOutcome =
  Exclude<CaptureOutcome, { kind: 'lapsed' | 'missing' }> | { kind: 'gone'; refusal: ProviderRefusal };
