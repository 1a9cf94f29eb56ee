import { number, object, optional, orNull, text } from '../machine/store/shape.ts';
import type { RecordShapes } from '../machine/store/shapes.ts';

export type MessageStatus = 'queued' | 'sent' | 'delivered' | 'undelivered';

/** A text message that the carrier took. What it came to is absent on messages that an earlier release kept. */
export interface TextMessage {
  sid: string;
  account: string;
  to: string;
  from: string;
  body: string;
  at: string;
  status?: MessageStatus;
  /** Why it was not delivered. */
  error_code?: number | null;
  /** Who is told what it came to. */
  status_callback?: string | null;
}

declare module '../machine/store/shapes.ts' {
  interface RecordTypes {
    message: TextMessage;
  }
}

export const CARRIER_RECORDS: RecordShapes = {
  message: object({
    sid: text,
    account: text,
    to: text,
    from: text,
    body: text,
    at: text,
    status: optional(text),
    error_code: optional(orNull(number)),
    status_callback: optional(orNull(text)),
  }),
};
