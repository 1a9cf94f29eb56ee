export { activationOf } from './activation-of.ts';
export { forgetSealedKeys } from './forget-sealed-keys.ts';
export { forgetEndedSessions } from './forget-ended-sessions.ts';
export { hasOwnerSession } from './open-session.ts';
export { redeemInvitation } from './redeem.ts';
export { ownerRoutes } from './routes.ts';
