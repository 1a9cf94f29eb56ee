import type { Kind } from '../machine/store/shapes.ts';

/** A text message that the carrier took. */
export interface TextMessage {
  sid: string;
  account: string;
  to: string;
  from: string;
  body: string;
  at: string;
}

declare module '../machine/store/shapes.ts' {
  interface RecordTypes {
    message: TextMessage;
  }
}

export const CARRIER_KINDS: readonly Kind[] = ['message'];
