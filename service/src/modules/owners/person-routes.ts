import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Ctx } from '../../context.ts';
import { created, ok, type Reply, route } from '../../http/route.ts';
import type { Route } from '../../http/route.ts';
import { ownerCookie } from '../../lib/own-site.ts';
import { endSession, type OpenedSession, SESSION_SECONDS, signInWithPassword } from './open-session.ts';
import { listPasskeys, type PasskeyRow } from './passkey-queries.ts';
import { registerPasskey, registrationOptions, removePasskey } from './passkeys.ts';
import { recoverDevice, startRecovery } from './recover-device.ts';
import { signInOptions, signInWithPasskey } from './sign-in-with-passkey.ts';

export function personRoutes(ctx: Ctx): Route[] {
  return [...signInRoutes(ctx), ...recoveryRoutes(ctx), ...passkeyRoutes(ctx)];
}

function signInRoutes(ctx: Ctx): Route[] {
  return [
    route('owner.sign_in', async ({ body, address }) =>
      signedIn(ctx, await signInWithPassword(ctx, { ...body, address })),
    ),
    route('owner.sign_in.passkey_options', async () => ok(await signInOptions(ctx))),
    route('owner.sign_in.passkey', async ({ body }) =>
      signedIn(ctx, await signInWithPasskey(ctx, assertionOf(body.credential))),
    ),
    route('owner.sign_out', async ({ scope }) => {
      await endSession(ctx, scope.session_id);
      const cookie = ownerCookie(ctx.config.base_url, { token: '', seconds: 0 });
      return { ...ok({ ended: true }), headers: { 'set-cookie': cookie } };
    }),
  ];
}

function recoveryRoutes(ctx: Ctx): Route[] {
  return [
    route('owner.recover', async ({ params, body }) =>
      signedIn(ctx, await recoverDevice(ctx, { ...params, ...body })),
    ),
    route('operator.owners.recover_device', async ({ params }) =>
      created(await startRecovery(ctx, params.owner_id)),
    ),
  ];
}

function passkeyRoutes(ctx: Ctx): Route[] {
  return [
    route('owner.passkeys.list', async ({ scope }) =>
      ok((await listPasskeys(ctx.db, scope.owner_id)).map(passkeyView)),
    ),
    route('owner.passkeys.options', async ({ scope }) => ok(await registrationOptions(ctx, scope))),
    route('owner.passkeys.register', async ({ scope, body }) => {
      const credential = attestationOf(body.credential);
      return created(passkeyView(await registerPasskey(ctx, scope, { name: body.name, credential })));
    }),
    route('owner.passkeys.remove', async ({ scope, params }) =>
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
