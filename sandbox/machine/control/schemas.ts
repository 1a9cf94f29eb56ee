import Type from 'typebox';
import { FAULT_MODE_NAMES } from '../store/fault-modes.ts';
import { closed, issue, milliseconds, oneOf, optional, text } from './fields.ts';

const TIMES_MAX = 1_000_000;

// The operation is checked by hand, so that the refusal can name it.
export const faultBody = closed({
  operation: text(100),
  mode: oneOf(FAULT_MODE_NAMES),
  status: optional(Type.Integer({ minimum: 400, maximum: 599 })),
  issue: optional(issue),
  retry_after: optional(Type.Integer({ minimum: 0, maximum: 86_400 })),
  delay_ms: optional(milliseconds),
  times: optional(Type.Integer({ minimum: 1, maximum: TIMES_MAX })),
});

export const noticesBody = closed({ mode: oneOf(['deliver', 'hold', 'duplicate', 'shuffle']) });

export const clockBody = closed({
  offset_seconds: Type.Integer({ minimum: -3_153_600_000, maximum: 3_153_600_000 }),
});

export const snapshotBody = closed({
  format: oneOf(['sandbox-snapshot/1']),
  records: Type.Array(closed({ kind: text(50), id: text(500), body: Type.Object({}) })),
});
