import type { Unknown, Unreachable } from '../rails/rail.ts';

/** Whoever takes text messages to phones. */
export interface Carrier {
  /** Hands a message over. It remembers no request id: asked twice, it is sent twice. */
  send(message: NewMessage): Promise<SendMessageOutcome>;
  /** Looks among what was handed over for a number since then for a message with these words in it. */
  find(of: { to: string; since: Date; words: string }): Promise<FindMessageOutcome>;
  /** Reads what it tells of a message at the address that was given it with the message. Null when the carrier did not
   *  sign that. */
  hear(told: Told): MessageStatus | null;
}

export interface NewMessage {
  /** The number, with its country. */
  to: string;
  body: string;
  /** Where it is told what became of the message. */
  status_url: string;
}

/** What was posted to us in the carrier's name. */
export interface Told {
  url: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  raw_body: Buffer;
}

export interface MessageStatus {
  message_id: string;
  /** In the carrier's words; what it says is told by `standingOf`. */
  status: string;
}

/** `refused`: it was not taken, and is not sent. `code` is the carrier's number for why. */
export type SendMessageOutcome =
  { kind: 'taken'; message: MessageStatus } | { kind: 'refused'; code: string } | Unreachable | Unknown;

export type FindMessageOutcome =
  { kind: 'found'; message: MessageStatus } | { kind: 'missing' } | Unreachable | Unknown;
