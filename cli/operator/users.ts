import type { Answers, Requests } from '../../client/src/index.ts';
import { PERMISSIONS } from '../../wire/dashboard/schemas.ts';
import { listed, pageOf, pageOptions } from '../page.ts';
import { givenOf, type OperatorRow, rowOf } from './row.ts';

type Permission = Requests['operator.merchants.dashboard_user']['permissions'][number];

const OF_MERCHANT = {
  merchant: { type: 'string', value: '<id>', summary: 'whose dashboard it is', isRequired: true },
} as const;

/** What the operator reads of the users of merchants' dashboards. */
export const USER_READS: Readonly<Record<string, OperatorRow>> = {
  'user list': rowOf({
    options: { ...OF_MERCHANT, ...pageOptions(50) },
    detail: 'Who is only invited has set no password yet.',
    call: (operator, { values }) =>
      operator.merchants.dashboardUsers({ merchant_id: givenOf(values, 'merchant'), ...pageOf(values) }),
    show: usersText,
  }),
};

/** What the operator does about them. */
export const USER_WRITES: Readonly<Record<string, OperatorRow>> = {
  'user invite': rowOf({
    options: {
      ...OF_MERCHANT,
      email: { type: 'string', value: '<email>', summary: 'whom to invite', isRequired: true },
      permissions: {
        type: 'string',
        value: '<list>',
        summary: `of ${PERMISSIONS.join(', ')}`,
        isRequired: true,
      },
    },
    detail:
      'Prints the link at which the person sets a password. Who is a user already gets these permissions at once, ' +
      'in the place of the others. Several are separated by commas.',
    call: (operator, { values }) =>
      operator.merchants.dashboardUser({
        merchant_id: givenOf(values, 'merchant'),
        email: givenOf(values, 'email'),
        permissions: namesIn(givenOf(values, 'permissions')),
      }),
    show: ({ activation_url }) => `Give this to the person, and to nobody else:\n${activation_url}`,
  }),
  'user remove': rowOf({
    options: OF_MERCHANT,
    positionals: ['user_id'],
    detail:
      'Works at once: the person is signed out, signs in no more, and comes back by another invitation alone.',
    call: (operator, { values, positionals: [user_id = ''] }) =>
      operator.merchants.removeDashboardUser({ merchant_id: givenOf(values, 'merchant'), user_id }),
    show: ({ id, email }) => `Removed: user ${id}, ${email}`,
  }),
};

// The service judges the words.
function namesIn(given: string): Permission[] {
  const words = given.split(',').map((word) => word.trim());
  return words.filter((word) => word !== '') as Permission[];
}

function usersText({ items, total }: Answers['operator.merchants.dashboard_users']): string {
  return listed(total, ['user', 'status', 'invited', 'email', 'may'], items, (user) => [
    user.id,
    user.status,
    user.created_at,
    user.email,
    user.permissions.join(', '),
  ]);
}
