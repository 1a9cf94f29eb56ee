/** What a way to pay does with the payment of its page. */
export interface Till {
  /** Whether the page has what it asks of the buyer; says what is missing when it has not. */
  mayBegin(): boolean;
  /** The buyer is at the provider. */
  begin(): void;
  /** An order for the provider, with what its fields gave where they give something. Throws what was told already when there is
   *  none. */
  order(fundingSource: string | null, paymentToken?: string): Promise<string>;
  /** Takes what the buyer approved, to its end. True when the money was taken. */
  take(orderId: string): Promise<boolean>;
  /** The buyer left. */
  leave(): void;
  /** The provider said no before there was an order. */
  decline(): void;
  /** The provider's own code failed. */
  fail(cause: unknown): void;
  /** Says a sentence to the buyer. */
  say(text: string): void;
}
