/** Who hears a party's notices, and how the party sends to it. */
export interface Addressee {
  /** What its deliveries bear as `webhook_id`. */
  id: string;
  /** The wing that sends. */
  wing: string;
  /** Empty while nobody listens: deliveries wait, and no attempt counts. */
  url: string;
  headers: (event: { id: string; body: Buffer }) => Record<string, string>;
  /** Whether an answer of this status ends the delivery. */
  takes: (status: number) => boolean;
  /** Seconds before each further attempt; after the last one the delivery has failed. */
  retrySeconds: readonly number[];
  timeoutMs: number;
}
