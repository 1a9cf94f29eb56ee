export { type Allowance, newAllowance, type Reach } from './allowance.ts';
export { type AttemptRow, listAttempts } from './attempts.ts';
export { readDeliveryBacklog } from './backlog.ts';
export { type Claim, claimDue, type Claimed } from './claim.ts';
export { lookout } from './lookout.ts';
export { badlyEndedAt, type DeliveryRow, deliveryTo, endedBadlyBy, isBadEnd } from './of-endpoint.ts';
export { deliveriesOfEvents, type DeliveryOfEvent } from './of-events.ts';
export { parkDeliveries } from './park-deliveries.ts';
export { type Outcome, type Recorded, recorder } from './record.ts';
export { forgetOldDeliveries } from './forget-old-deliveries.ts';
export { routeFragment } from './route-fragment.ts';
export { retryDelaySeconds } from './schedule.ts';
export {
  isAnythingDue,
  parkLeftBehind,
  promoteWaiting,
  RECLAIMED_AT_ONCE,
  reclaimLapsed,
  renewLeases,
} from './round-queries.ts';
export { attemptView, progressView } from './view.ts';
