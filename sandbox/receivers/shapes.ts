import type { Kind } from '../machine/store/shapes.ts';

export interface Receiver {
  name: string;
  secret: string | null;
  status: number;
  delay_ms: number;
}

/** One delivery that a receiver of our own took. */
export interface Received {
  receiver: string;
  at: string;
  event_id: string | null;
  event_type: string | null;
  headers: Record<string, string>;
  body: string;
  signature_valid: boolean | null;
  status: number;
}

declare module '../machine/store/shapes.ts' {
  interface RecordTypes {
    receiver: Receiver;
    received: Received;
  }
}

export const RECEIVER_KINDS: readonly Kind[] = ['receiver', 'received'];
