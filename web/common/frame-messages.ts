import type { ErrorCode } from './error-codes.ts';

// How the payment page in a frame and the page around it speak. The first message offers a port to the frame's exact
// origin; everything else goes through that port. No amounts, no names, nothing that was typed.

const SOURCE = 'fairway';
const VERSION = 1;

/** What the frame says. */
export type FrameMessage =
  | { type: 'ready'; environment: 'test' | 'live'; title: string }
  | { type: 'resize'; height: number }
  | { type: 'state'; state: string }
  | { type: 'approve'; sessionId: string; orderId: string; captureId: string }
  | { type: 'cancel' }
  | { type: 'expired' }
  | { type: 'error'; code: ErrorCode; message: string };

/** What the page around it says. */
export interface ParentMessage {
  type: 'init';
  sessionId: string;
}

type Message = FrameMessage | ParentMessage;

const TYPES: readonly Message['type'][] = [
  'ready',
  'resize',
  'state',
  'approve',
  'cancel',
  'expired',
  'error',
  'init',
];

/** A message as it is posted. */
export function enveloped(message: Message): object {
  return { source: SOURCE, version: VERSION, ...message };
}

/** What was posted: a message, one of a version that is not spoken here, or nothing of ours. */
export function opened<T extends Message>(posted: unknown): T | 'other version' | null {
  const message = posted as { source?: unknown; version?: unknown; type?: unknown } | null;
  if (typeof message !== 'object' || message?.source !== SOURCE) return null;
  if (message.version !== VERSION) return 'other version';
  return TYPES.includes(message.type as Message['type']) ? (message as T) : null;
}
