import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import { MINUTE_MS } from '../../lib/time.ts';
import { Refusal } from '../../refusals.ts';
import { CHALLENGE_MINUTES, newChallenge, requireSite, spendChallenge } from './challenge.ts';
import { type OpenedSession, openSession } from './open-session.ts';
import { findCredential, recordUse, type StoredCredential } from './passkey-queries.ts';
import { userHandleOf } from './passkeys.ts';
import { lockOwner } from './person-queries.ts';
import { webauthn } from './webauthn.ts';

/** What a browser needs to show a passkey. It names no account: the authenticator knows whose it is.
 *  Refuses: passkeys_unavailable. */
export async function signInOptions(ctx: Ctx) {
  const site = requireSite(ctx);
  const { generateAuthenticationOptions } = await webauthn();
  return generateAuthenticationOptions({
    rpID: site.rp_id,
    challenge: await newChallenge(ctx, null),
    timeout: CHALLENGE_MINUTES * MINUTE_MS,
    userVerification: 'required',
  });
}

/** Signs an owner in with a passkey that answers an open challenge. Refuses: passkey_refused, whatever is wrong with
 *  it. */
export async function signInWithPasskey(
  ctx: Ctx,
  response: AuthenticationResponseJSON,
): Promise<OpenedSession> {
  const { clientDataJSON } = response.response;
  const challenge = await spendChallenge(ctx, { clientDataJSON, session_id: null });
  const stored = await findCredential(ctx.db, response.id);
  if (!stored || !isOf(stored, response)) throw new Refusal('passkey_refused');
  const sign_count = await verifiedCount(ctx, { response, challenge, stored });
  return inTransaction(ctx.db, async (tx) => {
    await lockOwner(tx, stored.owner_id);
    // The passkey may have been removed, or its copy used, while this answer was judged.
    if (!(await recordUse(tx, { id: stored.id, sign_count, now: ctx.clock.now() }))) {
      throw new Refusal('passkey_refused');
    }
    return openSession(tx, ctx, { owner_id: stored.owner_id, passkey_shown: true, how: 'passkey' });
  });
}

function isOf(stored: StoredCredential, { response }: AuthenticationResponseJSON): boolean {
  const handle = Buffer.from(userHandleOf(stored.owner_id)).toString('base64url');
  return response.userHandle === undefined || response.userHandle === handle;
}

async function verifiedCount(
  ctx: Ctx,
  answer: { response: AuthenticationResponseJSON; challenge: string; stored: StoredCredential },
): Promise<number> {
  const { response, challenge, stored } = answer;
  const site = requireSite(ctx);
  const { verifyAuthenticationResponse } = await webauthn();
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rp_id,
    requireUserVerification: true,
    credential: {
      id: stored.credential_id,
      publicKey: new Uint8Array(stored.public_key),
      counter: stored.sign_count,
      transports: stored.transports,
    },
  }).catch(() => null);
  if (!verified?.verified) throw new Refusal('passkey_refused');
  return verified.authenticationInfo.newCounter;
}
