import { ANYONE, type Operations } from '../operation.ts';
import { DashboardLogin, DashboardToken } from './schemas.ts';

export const DASHBOARD_OPERATIONS = {
  'dashboard.login': {
    method: 'POST',
    path: '/api/dashboard/login',
    accepts: ANYONE,
    budget: 30,
    tag: 'Dashboard',
    summary: 'Sign in to the dashboard',
    notes: 'Answers the token of a dashboard user. What it may do is decided by its permissions.',
    body: DashboardLogin,
    refusals: ['sign_in_failed'],
    responses: { 200: DashboardToken },
  },
} as const satisfies Operations;
