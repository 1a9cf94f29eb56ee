export { activationOf } from './activation-of.ts';
export { eraseSealedKeys } from './erase-sealed-keys.ts';
export { forgetEndedSessions, hasOwnerSession } from './open-session.ts';
export { redeemInvitation } from './redeem.ts';
export { ownerRoutes } from './routes.ts';
