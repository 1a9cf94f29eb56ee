import { flag, mapOf, number, object, orNull, text } from '../machine/store/shape.ts';
import type { RecordShapes } from '../machine/store/shapes.ts';

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

export const RECEIVER_RECORDS: RecordShapes = {
  receiver: object({ name: text, secret: orNull(text), status: number, delay_ms: number }),
  received: object({
    receiver: text,
    at: text,
    event_id: orNull(text),
    event_type: orNull(text),
    headers: mapOf(text),
    body: text,
    signature_valid: orNull(flag),
    status: number,
  }),
};
