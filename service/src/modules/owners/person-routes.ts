import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { Type } from 'typebox';
import {
  DeviceRecovery,
  NewPasskey,
  OwnerSession,
  OwnerSessionEnded,
  OwnerSignIn,
  Passkey,
  PasskeyOptions,
  PasskeySignIn,
  RecoveryPassword,
} from '../../../../wire/owner.ts';
import { closed, Uuid } from '../../../../wire/shapes.ts';
import type { Ctx } from '../../context.ts';
import { created, ok, operatorRoute, ownerRoute, publicRoute, type Reply } from '../../http/route.ts';
import type { Route } from '../../http/route.ts';
import { ownerCookie } from '../../lib/own-site.ts';
import { endSession, type OpenedSession, SESSION_SECONDS, signInWithPassword } from './open-session.ts';
import { listPasskeys, type PasskeyRow } from './passkey-queries.ts';
import { registerPasskey, registrationOptions, removePasskey } from './passkeys.ts';
import { recoverDevice, startRecovery } from './recover-device.ts';
import { signInOptions, signInWithPasskey } from './sign-in-with-passkey.ts';

const OwnerPath = Type.Object({ owner_id: Uuid }, closed);
const PasskeyPath = Type.Object({ passkey_id: Uuid }, closed);
const TokenPath = Type.Object({ token: Type.String({ pattern: '^[A-Za-z0-9_-]{1,200}$' }) }, closed);

export function personRoutes(ctx: Ctx): Route[] {
  return [...signInRoutes(ctx), ...recoveryRoutes(ctx), ...passkeyRoutes(ctx)];
}

function signInRoutes(ctx: Ctx): Route[] {
  return [
    publicRoute(
      'owner.sign_in',
      {
        summary: 'Sign in as the owner of a channel',
        body: OwnerSignIn,
        refusals: ['sign_in_failed'],
        responses: { 201: OwnerSession },
      },
      async ({ body, address }) => signedIn(ctx, await signInWithPassword(ctx, { ...body, address })),
    ),
    publicRoute(
      'owner.sign_in.passkey_options',
      {
        summary: 'Begin to sign in with a passkey',
        refusals: ['passkeys_unavailable'],
        responses: { 200: PasskeyOptions },
      },
      async () => ok(await signInOptions(ctx)),
    ),
    publicRoute(
      'owner.sign_in.passkey',
      {
        summary: 'Sign in with a passkey',
        body: PasskeySignIn,
        refusals: ['passkey_refused', 'passkeys_unavailable'],
        responses: { 201: OwnerSession },
      },
      async ({ body }) => signedIn(ctx, await signInWithPasskey(ctx, assertionOf(body.credential))),
    ),
    ownerRoute(
      'owner.sign_out',
      {
        summary: 'End the owner session',
        refusals: ['cross_site_call'],
        responses: { 200: OwnerSessionEnded },
      },
      async ({ scope }) => {
        await endSession(ctx, scope.session_id);
        const cookie = ownerCookie(ctx.config.base_url, { token: '', seconds: 0 });
        return { ...ok({ ended: true }), headers: { 'set-cookie': cookie } };
      },
    ),
  ];
}

function recoveryRoutes(ctx: Ctx): Route[] {
  return [
    publicRoute(
      'owner.recover',
      {
        summary: 'Use a recovery link: removes the lost passkeys and opens an owner session',
        params: TokenPath,
        body: RecoveryPassword,
        refusals: ['recovery_not_found', 'recovery_gone', 'password_wrong'],
        responses: { 201: OwnerSession },
      },
      async ({ params, body }) => signedIn(ctx, await recoverDevice(ctx, { ...params, ...body })),
    ),
    operatorRoute(
      'operator.owners.recover_device',
      {
        summary: 'Start the recovery of an owner whose device is lost',
        params: OwnerPath,
        refusals: ['owner_not_found'],
        responses: { 201: DeviceRecovery },
      },
      async ({ params }) => created(await startRecovery(ctx, params.owner_id)),
    ),
  ];
}

function passkeyRoutes(ctx: Ctx): Route[] {
  return [
    ownerRoute(
      'owner.passkeys.list',
      {
        summary: "List the owner's passkeys",
        refusals: ['cross_site_call'],
        responses: { 200: Type.Array(Passkey) },
      },
      async ({ scope }) => ok((await listPasskeys(ctx.db, scope.owner_id)).map(passkeyView)),
    ),
    ownerRoute(
      'owner.passkeys.options',
      {
        summary: 'Begin to register a passkey',
        refusals: ['cross_site_call', 'passkeys_unavailable', 'passkey_required', 'too_many_passkeys'],
        responses: { 200: PasskeyOptions },
      },
      async ({ scope }) => ok(await registrationOptions(ctx, scope)),
    ),
    ownerRoute(
      'owner.passkeys.register',
      {
        summary: 'Register a passkey',
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
      async ({ scope, body }) => {
        const credential = attestationOf(body.credential);
        return created(passkeyView(await registerPasskey(ctx, scope, { name: body.name, credential })));
      },
    ),
    ownerRoute(
      'owner.passkeys.remove',
      {
        summary: 'Remove a passkey',
        params: PasskeyPath,
        refusals: ['cross_site_call', 'passkey_required', 'passkey_not_found'],
        responses: { 200: Passkey },
      },
      async ({ scope, params }) =>
        ok(passkeyView(await removePasskey(ctx, scope, params.passkey_id.toLowerCase()))),
    ),
  ];
}

function signedIn(ctx: Ctx, session: OpenedSession): Reply {
  const { session_token: token, expires_at } = session;
  const body = { session_token: token, expires_at: expires_at.toISOString() };
  const cookie = ownerCookie(ctx.config.base_url, { token, seconds: SESSION_SECONDS });
  return { ...created(body), headers: { 'set-cookie': cookie } };
}

function passkeyView(passkey: PasskeyRow) {
  const { id, name, created_at, last_used_at } = passkey;
  return {
    id,
    name,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  };
}

// The schema holds what the library names, but for values that it wants absent rather than null.
function attestationOf(credential: object): RegistrationResponseJSON {
  return withoutNulls({ clientExtensionResults: {}, ...credential }) as RegistrationResponseJSON;
}

function assertionOf(credential: { response: object }): AuthenticationResponseJSON {
  const response = withoutNulls(credential.response);
  return withoutNulls({ clientExtensionResults: {}, ...credential, response }) as AuthenticationResponseJSON;
}

function withoutNulls(record: object): unknown {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}
