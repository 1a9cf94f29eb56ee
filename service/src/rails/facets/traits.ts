/** Facts of a provider that decide how it is dealt with. None of them names it. */
export interface Traits {
  /** How a merchant comes by an account: by consenting at the provider, or by credentials that the operator sets. */
  readonly seller: 'onboarded' | 'configured';
  /** Whether it parts the platform's fee from a payment; else the fee accrues only. */
  readonly platform_fee: 'split' | 'accrued_only';
  /** Where a buyer approves: on the provider's own page, or in its fields on ours. */
  readonly approval: 'redirect' | 'fields';
  /** Where a payment comes into being at the provider: by our call, or in the buyer's browser, by a credential that was made for it. */
  readonly begins: 'with_order' | 'in_browser';
  /** What a page is given to bring the provider in, which is what its operation is named after. */
  readonly credential: 'client_token' | 'embed_token' | 'tokenization_key';
  /** Whether a refund that the provider shows bears the id of ours that it was asked for with. */
  readonly names_refunds: boolean;
  /** When the provider says what it keeps of a payment for itself. */
  readonly fees_told: 'at_capture' | 'at_settlement' | 'never';
  /** Where the provider says when it did what it was asked for: in its answer, or in its books alone, so that ours may go by our clock. */
  readonly times_told: 'in_answer' | 'in_books';
  /** How long after a call what the provider does not show may still turn up there. */
  readonly quiet_seconds: number;
  /** For how long the provider answers a request id that it has seen as it did at first. After that, asking again would do it
   *  again, and what became of it is only looked up. */
  readonly repeat_hours: { readonly take: number; readonly refund: number; readonly charge: number };
}
