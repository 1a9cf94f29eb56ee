import { Type } from 'typebox';
import type { Notes } from '../notes.ts';
import { closed, DateTime, Email, oneOf, pageOf } from '../shapes.ts';

/** What a dashboard user can be given: each operation that takes a user's token needs one of them. `finance.manage`
 *  guards saved instruments. */
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

export const DashboardUser = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    permissions: Type.Array(Type.String()),
    status: oneOf(['invited', 'active']),
    created_at: DateTime,
  },
  closed,
);
export const DashboardUserPage = pageOf(DashboardUser);

/** What redeeming the activation link of a dashboard user answers: no key, only who may sign in now. */
export const DashboardActivated = Type.Object({ email: Type.String(), merchant_id: Type.String() }, closed);

export const DashboardLogin = Type.Object(
  { email: Email, password: Type.String({ maxLength: 1_000 }) },
  closed,
);
export const DashboardToken = Type.Object({ access_token: Type.String(), expires_at: DateTime }, closed);

/** What fields mean. */
export const NOTES = {
  'NewDashboardUser.email': 'Whom to invite.',
  'NewDashboardUser.permissions':
    'What the person may do: each operation that takes a token of a user names one of these.',
  'DashboardUser.id': 'Removing the user addresses it, and the audit trail names the user by it.',
  'DashboardUser.permissions':
    'What the person may do: each operation that takes a token of a user names one of these.',
  'DashboardUser.status': '`invited` until the person has set a password.',
  'DashboardUser.created_at': 'When the person was invited for the first time.',
  'DashboardActivated.email': 'Who may sign in now.',
  'DashboardLogin.email': 'Whoever signs in.',
  'DashboardToken.access_token': 'The credential of the person, to be sent as a bearer token.',
} as const satisfies Notes;
