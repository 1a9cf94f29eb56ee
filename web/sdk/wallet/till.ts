/** What a way to pay does with the payment of its page. */
export interface Till {
  /** An order for the provider. Throws what was told already when there is none. */
  order(fundingSource: string | null): Promise<string>;
  /** Takes what the buyer approved, to its end. True when the money was taken. */
  take(orderId: string): Promise<boolean>;
  /** The buyer left. */
  leave(): void;
  /** The provider's own code failed. */
  fail(cause: unknown): void;
  /** Says a sentence to the buyer. */
  say(text: string): void;
}
