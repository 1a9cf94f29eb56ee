/** Facts of a provider that decide how it is dealt with. None of them names it. */
export interface Traits {
  /** How a merchant comes by an account: by consenting at the provider, or by credentials that the operator sets. */
  readonly seller: 'onboarded' | 'configured';
}
