/** Facts of a provider that decide how it is dealt with. None of them names it. */
export interface Traits {
  /** How a merchant comes by an account: by consenting at the provider, or by credentials that the operator sets. */
  readonly seller: 'onboarded' | 'configured';
  /** Whether it parts the platform's fee from a payment; else the fee accrues only. */
  readonly platform_fee: 'split' | 'accrued_only';
  /** Where a buyer approves: on the provider's own page, or in its fields on ours. */
  readonly approval: 'redirect' | 'fields';
  /** How long after a call what the provider does not show may still turn up there. */
  readonly quiet_seconds: number;
  /** For how long the provider answers a request id that it has seen as it did at first. After that, asking again would do it
   *  again, and what became of it is only looked up. */
  readonly repeat_hours: { readonly take: number; readonly refund: number; readonly charge: number };
}
