/** The provider said no, in words worth keeping. `issue` is its code, `debug_id` what its support asks for. */
export interface ProviderRefusal {
  issue: string;
  description: string;
  debug_id: string | null;
  provider_status: string | null;
}

/** Nobody knows whether the call had its effect: no answer, a broken one, a server error, or "already in progress". */
export interface Unknown {
  kind: 'unknown';
  problem: string;
}

/** The call certainly had no effect because the provider was not reached, asked us to come back, or does not know us. */
export interface Unreachable {
  kind: 'unreachable';
  /** It refused this deployment's own credentials: nobody but the operator can mend that. */
  credentials_refused?: true;
  problem: string;
  retry_after_seconds: number | null;
}

/** In whose name a provider is asked. */
export interface Seller {
  /** The account's id of ours. */
  account_id: string;
  /** What the provider calls the account. */
  provider_account: string;
  /** What anybody may know of it; nothing where the deployment's own credentials lead to it. */
  shown: Readonly<Record<string, string>>;
  /** Its own credentials, opened just before the call; none where the deployment's lead to it. */
  secrets: Readonly<Record<string, string>>;
}
