import { Type } from 'typebox';
import type { Notes } from '../notes.ts';
import { closed, DateTime, nullable, pageOf } from '../shapes.ts';

export const AbandonedNotice = Type.Object(
  {
    id: Type.String(),
    rail: Type.String(),
    provider_notice_id: Type.String(),
    notice_type: Type.String(),
    attempts: Type.Integer(),
    last_problem: nullable(Type.String()),
    received_at: DateTime,
    abandoned_at: nullable(DateTime),
  },
  closed,
);

export const AbandonedNoticePage = pageOf(AbandonedNotice);

export const NoticeRetried = Type.Object({ id: Type.String(), retried: Type.Boolean() }, closed);

/** What fields mean. */
export const NOTES = {
  'AbandonedNotice.provider_notice_id': 'The provider’s own id of the notice.',
  'AbandonedNotice.notice_type': 'What it tells of, in the provider’s words.',
  'AbandonedNotice.rail': 'The payment provider that sent it, by its code.',
  'AbandonedNotice.attempts': 'How often it was acted on in vain.',
  'AbandonedNotice.last_problem': 'Why the last of them failed.',
  'NoticeRetried.id': 'The notice.',
  'NoticeRetried.retried': 'Always true: it will be acted on again.',
  'AbandonedNotice.received_at': 'When it came.',
  'AbandonedNotice.abandoned_at': 'When it was given up.',
} as const satisfies Notes;
