import { FAULT_MODES, type FaultMode } from './fault-modes.ts';
import { number, object, optional, orNull, text, words, type Shape } from './shape.ts';

/** One event; `body` is the exact text that is sent and signed. */
export interface ProviderEvent {
  id: string;
  /** Whose it is; absent on what the wallet provider raised before there were others. */
  wing?: string;
  event_type: string;
  create_time: string;
  body: string;
}

/** One event on its way to one webhook. */
export interface Delivery {
  id: string;
  event_id: string;
  event_type: string;
  webhook_id: string;
  state: 'waiting' | 'held' | 'delivered' | 'failed';
  due_at: string | null;
  attempts: number;
  last_status: number | null;
  last_error: string | null;
  created_at: string;
}

/** Something a party does by itself later; its wing knows the action. */
export interface Timer {
  id: string;
  due_at: string;
  action: string;
  target_id: string;
  /** What the action ends in, where it does not decide by itself. */
  outcome?: string;
}

export interface Fault {
  fault_id: string;
  operation: string;
  mode: FaultMode;
  status: number | null;
  issue: string | null;
  retry_after: number | null;
  /** How long `delay` keeps the answer back. */
  delay_ms: number | null;
  times: number;
  remaining: number;
  created_at: string;
}

export type NoticeMode = 'deliver' | 'hold' | 'duplicate' | 'shuffle';

/** What is stored under each kind of record. A wing adds its own kinds, beside its shapes. */
export interface RecordTypes {
  event: ProviderEvent;
  delivery: Delivery;
  timer: Timer;
  fault: Fault;
  setting: { mode: NoticeMode };
  /** Secrets of the parties; they leave the sandbox in no snapshot and stay through a reset. */
  key: Record<string, string>;
}

export type Kind = keyof RecordTypes;

/** The kinds of record that a snapshot may hold, and how each is written. */
export type RecordShapes = { readonly [K in Kind]?: Shape<RecordTypes[K]> };

/** The machine's own records that a snapshot holds. */
export const MACHINE_RECORDS: RecordShapes = {
  event: object({ id: text, wing: optional(text), event_type: text, create_time: text, body: text }),
  delivery: object({
    id: text,
    event_id: text,
    event_type: text,
    webhook_id: text,
    state: text,
    due_at: orNull(text),
    attempts: number,
    last_status: orNull(number),
    last_error: orNull(text),
    created_at: text,
  }),
  timer: object({ id: text, due_at: text, action: text, target_id: text, outcome: optional(text) }),
  fault: object({
    fault_id: text,
    operation: text,
    mode: words(FAULT_MODES),
    status: orNull(number),
    issue: orNull(text),
    retry_after: orNull(number),
    delay_ms: orNull(number),
    times: number,
    remaining: number,
    created_at: text,
  }),
  setting: object({ mode: text }),
};
