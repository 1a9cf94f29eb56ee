import Type from 'typebox';
import { FAULT_MODE_NAMES } from '../store/fault-modes.ts';
import { closed, issue, milliseconds, oneOf, optional, text, told } from './fields.ts';

const TIMES_MAX = 1_000_000;

// The operation is checked by hand, so that the refusal can name it.
export const faultBody = closed({
  operation: told(
    'The operation that is struck, such as orders.capture; a wrong name is answered with all',
    text(100),
  ),
  mode: told(
    'How its calls go wrong: those named after_commit, garbage and delay once it has happened, the others before',
    oneOf(FAULT_MODE_NAMES),
  ),
  status: optional(
    told(
      'The status of refuse and error; left out, 500 for an error and what the issue has at the party for a refusal',
      Type.Integer({ minimum: 400, maximum: 599 }),
    ),
  ),
  issue: optional(told('The name or number of the refusal, as the party itself writes it', issue)),
  retry_after: optional(
    told('The seconds of a Retry-After that the answer bears', Type.Integer({ minimum: 0, maximum: 86_400 })),
  ),
  delay_ms: optional(told('How much later delay answers, in milliseconds; 5000 when left out', milliseconds)),
  times: optional(
    told('How many calls are struck; 1 when left out', Type.Integer({ minimum: 1, maximum: TIMES_MAX })),
  ),
});

export const noticesBody = closed({
  mode: told(
    'How they go out: deliver at once, duplicate twice, hold and shuffle once they are released',
    oneOf(['deliver', 'hold', 'duplicate', 'shuffle']),
  ),
});

export const clockBody = closed({
  offset_seconds: told(
    'How far the clock is ahead of that of the wall; below 0, behind it',
    Type.Integer({ minimum: -3_153_600_000, maximum: 3_153_600_000 }),
  ),
});

export const snapshotBody = closed({
  format: told('The form of the document', oneOf(['sandbox-snapshot/1'])),
  records: told(
    'Everything there is, one entry for each record',
    Type.Array(
      closed({
        kind: told('What the record is, such as order', text(50)),
        id: told('Its id among those of its kind', text(500)),
        body: told('The record itself, in the form of its kind', Type.Object({})),
      }),
    ),
  ),
});
