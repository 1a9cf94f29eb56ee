export { findDashboardInvitation } from './queries.ts';
export {
  type ActivatedUser,
  isDashboardInvitationOver,
  redeemDashboardInvitation,
} from './redeem-invitation.ts';
export { dashboardRoutes } from './routes.ts';
export { forgetEndedDashboardTokens } from './sign-in.ts';
