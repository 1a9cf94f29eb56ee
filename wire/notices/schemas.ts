import { Type } from 'typebox';
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
