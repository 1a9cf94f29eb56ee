import { Type } from 'typebox';
import { closed, DateTime, Email, oneOf } from '../shapes.ts';

/** What a dashboard user can be given. Reading transactions, answering disputes and text-to-pay need none: every
 *  token of the merchant does. `finance.manage` guards saved instruments. */
export const PERMISSIONS = [
  'transactions.read',
  'finance.manage',
  'disputes.manage',
  'text_to_pay.manage',
] as const;

export const NewDashboardUser = Type.Object(
  { email: Email, permissions: Type.Array(oneOf(PERMISSIONS), { maxItems: 20 }) },
  closed,
);
export const DashboardInvitation = Type.Object({ activation_url: Type.String() }, closed);

/** What redeeming the activation link of a dashboard user answers: no key, only who may sign in now. */
export const DashboardActivated = Type.Object({ email: Type.String(), merchant_id: Type.String() }, closed);

export const DashboardLogin = Type.Object(
  { email: Email, password: Type.String({ maxLength: 1_000 }) },
  closed,
);
export const DashboardToken = Type.Object({ access_token: Type.String(), expires_at: DateTime }, closed);
