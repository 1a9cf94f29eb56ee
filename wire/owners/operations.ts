import { Type } from 'typebox';
import { DashboardActivated } from '../dashboard/schemas.ts';
import { ANYONE, BY_OPERATOR, type Operations, OWNER } from '../operation.ts';
import { closed, Uuid } from '../shapes.ts';
import {
  Activated,
  Activation,
  DeviceRecovery,
  NewPasskey,
  OwnerSession,
  OwnerSessionEnded,
  OwnerSignIn,
  Passkey,
  PasskeyOptions,
  PasskeySignIn,
  RecoveryPassword,
} from './schemas.ts';

const TokenPath = Type.Object({ token: Type.String({ pattern: '^[A-Za-z0-9_-]{1,200}$' }) }, closed);
const PasskeyPath = Type.Object({ passkey_id: Uuid }, closed);
const OwnerPath = Type.Object({ owner_id: Uuid }, closed);

export const ACTIVATION_OPERATIONS = {
  'activation.redeem': {
    method: 'POST',
    path: '/api/activation/:token',
    accepts: ANYONE,
    budget: 60,
    tag: 'Activation',
    summary: 'Redeem an activation link',
    notes:
      "Sets the owner's password and answers the first key, this once; of a dashboard user's link it sets that " +
      "user's password and there is no key. For 10 minutes the same call with the same password answers the same; " +
      'after that it is 410.',
    params: TokenPath,
    body: Activation,
    refusals: ['activation_not_found', 'activation_gone', 'password_wrong', 'too_many_keys'],
    responses: { 200: Type.Union([Activated, DashboardActivated]) },
  },
} as const satisfies Operations;

export const OWNER_OPERATIONS = {
  'owner.sign_in': {
    method: 'POST',
    path: '/api/owner/sessions',
    accepts: ANYONE,
    budget: 30,
    tag: 'Owner',
    summary: 'Sign in as the owner of a channel',
    notes:
      'Opens an owner session of 15 minutes. The token is also set as a cookie for the pages of this ' +
      'deployment.',
    body: OwnerSignIn,
    refusals: ['sign_in_failed'],
    responses: { 201: OwnerSession },
  },
  'owner.sign_out': {
    method: 'DELETE',
    path: '/api/owner/sessions',
    accepts: OWNER,
    budget: 60,
    tag: 'Owner',
    summary: 'End the owner session',
    notes: 'Ends the session at once, and its cookie.',
    refusals: ['cross_site_call'],
    responses: { 200: OwnerSessionEnded },
  },
  'owner.sign_in.passkey_options': {
    method: 'POST',
    path: '/api/owner/sessions/passkey/options',
    accepts: ANYONE,
    budget: 30,
    tag: 'Owner',
    summary: 'Begin to sign in with a passkey',
    notes: 'What the browser needs to ask for a passkey, in its own JSON form.',
    refusals: ['passkeys_unavailable'],
    responses: { 200: PasskeyOptions },
  },
  'owner.sign_in.passkey': {
    method: 'POST',
    path: '/api/owner/sessions/passkey',
    accepts: ANYONE,
    budget: 30,
    tag: 'Owner',
    summary: 'Sign in with a passkey',
    notes: 'Opens an owner session by the answer of a passkey.',
    body: PasskeySignIn,
    refusals: ['passkey_refused', 'passkeys_unavailable'],
    responses: { 201: OwnerSession },
  },
  'owner.recover': {
    method: 'POST',
    path: '/api/owner/recoveries/:token',
    accepts: ANYONE,
    budget: 30,
    tag: 'Owner',
    summary: 'Use a recovery link: removes the lost passkeys and opens an owner session',
    notes:
      "Works once, with the owner's password. The passkeys that were lost stop working and a session is " +
      'opened.',
    params: TokenPath,
    body: RecoveryPassword,
    refusals: ['recovery_not_found', 'recovery_gone', 'password_wrong'],
    responses: { 201: OwnerSession },
  },
  'owner.passkeys.list': {
    method: 'GET',
    path: '/api/owner/passkeys',
    accepts: OWNER,
    budget: 60,
    tag: 'Owner',
    summary: "List the owner's passkeys",
    notes: "The owner's passkeys, without their keys.",
    refusals: ['cross_site_call'],
    responses: { 200: Type.Array(Passkey) },
  },
  'owner.passkeys.options': {
    method: 'POST',
    path: '/api/owner/passkeys/options',
    accepts: OWNER,
    budget: 30,
    tag: 'Owner',
    summary: 'Begin to register a passkey',
    notes:
      'What the browser needs to make a passkey, in its own JSON form. Once an owner has a passkey, only a ' +
      'session that was opened by one may add another.',
    refusals: ['cross_site_call', 'passkeys_unavailable', 'passkey_required', 'too_many_passkeys'],
    responses: { 200: PasskeyOptions },
  },
  'owner.passkeys.register': {
    method: 'POST',
    path: '/api/owner/passkeys',
    accepts: OWNER,
    budget: 30,
    tag: 'Owner',
    summary: 'Register a passkey',
    notes: 'Checks what the browser made and keeps it. An owner has at most 10 passkeys.',
    body: NewPasskey,
    refusals: [
      'cross_site_call',
      'passkeys_unavailable',
      'passkey_refused',
      'passkey_required',
      'passkey_taken',
      'too_many_passkeys',
    ],
    responses: { 201: Passkey },
  },
  'owner.passkeys.remove': {
    method: 'DELETE',
    path: '/api/owner/passkeys/:passkey_id',
    accepts: OWNER,
    budget: 30,
    tag: 'Owner',
    summary: 'Remove a passkey',
    notes: 'The passkey stops working at once.',
    params: PasskeyPath,
    refusals: ['cross_site_call', 'passkey_required', 'passkey_not_found'],
    responses: { 200: Passkey },
  },
} as const satisfies Operations;

export const OPERATOR_OWNER_OPERATIONS = {
  'operator.owners.recover_device': {
    method: 'POST',
    path: '/api/operator/owners/:owner_id/recover-device',
    ...BY_OPERATOR,
    summary: 'Start the recovery of an owner whose device is lost',
    notes:
      'Answers an address for the owner alone. Nothing changes until the owner uses it with the password.',
    params: OwnerPath,
    refusals: ['owner_not_found'],
    responses: { 201: DeviceRecovery },
  },
} as const satisfies Operations;
