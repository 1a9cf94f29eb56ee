/** What a receiver's secret is at the moment of sending. */
export type SigningKey =
  | { kind: 'key'; secret: string; seconds: number }
  | { kind: 'stopped' }
  | { kind: 'unreadable' }
  /** The delivery was taken back meanwhile: another process may have made it. */
  | { kind: 'lost' };

/** What holds a delivery for the process that claimed it. */
export interface Lease {
  id: number;
  token: string;
}

export interface AskedForKey {
  endpoint_id: string;
  activation: number;
  /** Null when nothing but this process knows of it. */
  lease: Lease | null;
}

/** Asked when a socket is ready to send, so that the secret and the second are those of this moment. */
export type ReadSigningKey = (asked: AskedForKey) => Promise<SigningKey>;
