export { findDashboardInvitation } from './queries.ts';
export { type ActivatedUser, redeemDashboardInvitation } from './redeem-invitation.ts';
export { dashboardRoutes } from './routes.ts';
export { forgetEndedDashboardTokens } from './sign-in.ts';
