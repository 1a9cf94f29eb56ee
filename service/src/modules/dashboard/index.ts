export { newActivationLink, REPEATED_MS } from './activation-link.ts';
export { forgetEndedDashboardTokens } from './forget-ended-dashboard-tokens.ts';
export { findDashboardInvitation } from './queries.ts';
export {
  type ActivatedUser,
  isDashboardInvitationOver,
  redeemDashboardInvitation,
} from './redeem-invitation.ts';
export { dashboardRoutes } from './routes.ts';
