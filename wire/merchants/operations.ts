import { Type } from 'typebox';
import {
  DashboardInvitation,
  DashboardUser,
  DashboardUserPage,
  NewDashboardUser,
} from '../dashboard/schemas.ts';
import { CreatedKey, Key, KeyPage, NewKey } from '../keys/schemas.ts';
import { BY_OPERATOR, CHANNEL, type Operations } from '../operation.ts';
import { closed, OperatorPageQuery, Uuid } from '../shapes.ts';
import { MerchantChange, NewDirectMerchant, OperatorMerchant, OperatorMerchantPage } from './operator.ts';
import { CreatedMerchant, MerchantPage, MerchantQuery, NewMerchant } from './schemas.ts';

const MerchantPath = Type.Object({ merchant_id: Uuid }, closed);
const MerchantUserPath = Type.Object({ merchant_id: Uuid, user_id: Uuid }, closed);
const MerchantKeyPath = Type.Object({ merchant_id: Uuid, key_id: Uuid }, closed);

export const MERCHANT_OPERATIONS = {
  'merchants.list': {
    method: 'GET',
    path: '/api/channel/merchants',
    accepts: CHANNEL,
    budget: 60,
    tag: 'Merchants',
    summary: 'List merchants in their stored state',
    notes:
      'Newest first, from what is stored: the provider is not asked. Also the cheapest way to see whether a ' +
      'base address and a key agree.',
    parameter_notes: { search: 'Part of the name or the email, in any letter case.' },
    query: MerchantQuery,
    responses: { 200: MerchantPage },
  },
  'merchants.create': {
    method: 'POST',
    path: '/api/channel/merchants',
    accepts: CHANNEL,
    budget: 20,
    tag: 'Merchants',
    summary: 'Provision a merchant',
    notes:
      'Provisions a merchant. Its email serves one merchant on the whole platform, in any letter case. The ' +
      'country is never guessed.',
    body: NewMerchant,
    refusals: ['merchant_email_taken'],
    responses: { 201: CreatedMerchant },
  },
} as const satisfies Operations;

export const OPERATOR_MERCHANT_OPERATIONS = {
  'operator.merchants.create': {
    method: 'POST',
    path: '/api/operator/merchants',
    ...BY_OPERATOR,
    summary: 'Create a direct merchant',
    notes: 'A merchant without a channel, for its own key.',
    body: NewDirectMerchant,
    refusals: ['merchant_email_taken'],
    responses: { 201: OperatorMerchant },
  },
  'operator.merchants.list': {
    method: 'GET',
    path: '/api/operator/merchants',
    ...BY_OPERATOR,
    summary: 'List all merchants',
    notes: 'Newest first, of every channel and of none.',
    query: OperatorPageQuery,
    responses: { 200: OperatorMerchantPage },
  },
  'operator.merchants.update': {
    method: 'PATCH',
    path: '/api/operator/merchants/:merchant_id',
    ...BY_OPERATOR,
    summary: 'Change a merchant',
    notes: 'A payment hold stops a merchant at once; only lifting it here starts it again.',
    params: MerchantPath,
    body: MerchantChange,
    refusals: ['merchant_not_found', 'rail_account_taken'],
    responses: { 200: OperatorMerchant },
  },
  'operator.merchants.disconnect': {
    method: 'POST',
    path: '/api/operator/merchants/:merchant_id/disconnect',
    ...BY_OPERATOR,
    summary: "End a merchant's connection",
    notes: 'The merchant reads as revoked until a new onboarding succeeds. The provider is not told.',
    params: MerchantPath,
    refusals: ['merchant_not_found'],
    responses: { 200: OperatorMerchant },
  },
  'operator.merchants.release': {
    method: 'POST',
    path: '/api/operator/merchants/:merchant_id/release-wallet-link',
    ...BY_OPERATOR,
    summary: 'Release the wallet account of a merchant',
    notes: 'Frees the account for another merchant. This one is left without and may onboard anew.',
    params: MerchantPath,
    refusals: ['merchant_not_found'],
    responses: { 200: OperatorMerchant },
  },
  'operator.merchants.keys': {
    method: 'GET',
    path: '/api/operator/merchants/:merchant_id/api-keys',
    ...BY_OPERATOR,
    summary: "List a merchant's keys",
    notes: 'Newest first, revoked ones included. None of them holds the key itself.',
    params: MerchantPath,
    query: OperatorPageQuery,
    refusals: ['merchant_not_found'],
    responses: { 200: KeyPage },
  },
  'operator.merchants.key': {
    method: 'POST',
    path: '/api/operator/merchants/:merchant_id/api-keys',
    ...BY_OPERATOR,
    summary: 'Mint a merchant key',
    notes:
      'The answer holds the key, this once. A merchant has at most 20 active keys; revoked ones do not count.',
    params: MerchantPath,
    body: NewKey,
    refusals: ['merchant_not_found', 'too_many_keys'],
    responses: { 201: CreatedKey },
  },
  'operator.merchants.revoke_key': {
    method: 'POST',
    path: '/api/operator/merchants/:merchant_id/api-keys/:key_id/revoke',
    ...BY_OPERATOR,
    summary: 'Revoke a merchant key',
    notes:
      'Works from the moment it is answered and cannot be undone. Revoking again changes nothing. What the key ' +
      'has begun goes on, and endpoints that it registered stay.',
    params: MerchantKeyPath,
    refusals: ['merchant_not_found', 'key_not_found'],
    responses: { 200: Key },
  },
  'operator.merchants.dashboard_user': {
    method: 'POST',
    path: '/api/operator/merchants/:merchant_id/dashboard-users',
    ...BY_OPERATOR,
    summary: "Invite a user to a merchant's dashboard, or change the user's permissions",
    notes:
      'Answers the address at which the person sets a password. For a user who is there already, the ' +
      'permissions are replaced.',
    params: MerchantPath,
    body: NewDashboardUser,
    refusals: ['merchant_not_found', 'dashboard_email_taken'],
    responses: { 201: DashboardInvitation },
  },
  'operator.merchants.dashboard_users': {
    method: 'GET',
    path: '/api/operator/merchants/:merchant_id/dashboard-users',
    ...BY_OPERATOR,
    summary: "List the users of a merchant's dashboard",
    notes: 'Newest first, with whoever was invited and has set no password yet.',
    params: MerchantPath,
    query: OperatorPageQuery,
    refusals: ['merchant_not_found'],
    responses: { 200: DashboardUserPage },
  },
  'operator.merchants.remove_dashboard_user': {
    method: 'DELETE',
    path: '/api/operator/merchants/:merchant_id/dashboard-users/:user_id',
    ...BY_OPERATOR,
    summary: "Remove a user from a merchant's dashboard",
    notes:
      'Works from the moment it is answered: every token of the user is refused, and so is a link that was not ' +
      'used. The email is free again, and the person comes back by another invitation alone. What the user has ' +
      'begun goes on.',
    params: MerchantUserPath,
    refusals: ['merchant_not_found', 'dashboard_user_not_found'],
    responses: { 200: DashboardUser },
  },
} as const satisfies Operations;
