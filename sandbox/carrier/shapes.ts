import type { Kind } from '../machine/store/shapes.ts';

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

export const CARRIER_KINDS: readonly Kind[] = ['message'];
