export {
  customerRefOf,
  decodeItems,
  isExpired,
  mayPayFrom,
  OPEN_ORDERS_MAX,
  tooManyOpenOrders,
  waysBack,
} from './rules.ts';
export { forgetUnpaidSessions } from './forget-unpaid-sessions.ts';
export { findSession, lockSession, moveSession, type SessionRow } from './queries.ts';
export { refusedOpening } from './refused-opening.ts';
export { sessionRoutes } from './routes.ts';
export { forgetUserIdTokens } from './forget-user-id-tokens.ts';
export { type PublicSessionRow, readPublicSession } from './read-public.ts';
export { kitOf, publicView } from './view.ts';
export { foundSessionView, sessionsById, sessionsOfReference } from './look-up.ts';
