export { createSession } from './create-session.ts';
export { deleteOldIdempotencyKeys } from './sweep.ts';
export { decodeItems, isExpired, mayPayFrom } from './rules.ts';
export { findSession, lockSession, moveSession, type SessionRow } from './queries.ts';
export { sessionRoutes } from './routes.ts';
export { readPublicSession } from './read-public.ts';
export { publicView } from './view.ts';
