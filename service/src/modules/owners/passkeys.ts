import type { RegistrationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server';
import type { Ctx } from '../../context.ts';
import { breaches, inTransaction, type Tx } from '../../db/tx.ts';
import type { OwnerScope } from '../../scope.ts';
import { uuidAt } from '../../lib/ids.ts';
import { MINUTE_MS } from '../../lib/time.ts';
import { Refusal } from '../../refusals.ts';
import { recordAudit } from '../audit/index.ts';
import { CHALLENGE_MINUTES, newChallenge, requireSite, spendChallenge } from './challenge.ts';
import {
  countPasskeys,
  credentialsOf,
  deletePasskey,
  insertPasskey,
  type PasskeyRow,
} from './passkey-queries.ts';
import { holdSession, lockOwner, markPasskeyShown, readOwner } from './person-queries.ts';
import { webauthn } from './webauthn.ts';

const PASSKEYS_MAX = 10;
const DEFAULT_NAME = 'Passkey';
// EdDSA, ES256 and RS256: what authenticators of today make. Named, so that a library's newer version adds none unseen.
const ALGORITHMS = [-8, -7, -257];

/** What a browser needs to make a passkey for the owner. Refuses: passkeys_unavailable, passkey_required,
 *  too_many_passkeys. */
export async function registrationOptions(ctx: Ctx, scope: OwnerScope) {
  const site = requireSite(ctx);
  const [owner, held] = await Promise.all([
    readOwner(ctx.db, scope.owner_id),
    credentialsOf(ctx.db, scope.owner_id),
  ]);
  if (!owner) throw new Refusal('owner_not_found');
  refuseMore({ count: held.length, passkey_shown: scope.passkey_shown });
  const { generateRegistrationOptions } = await webauthn();
  return generateRegistrationOptions({
    rpName: 'Fairway',
    rpID: site.rp_id,
    userID: userHandleOf(owner.id),
    userName: owner.email,
    userDisplayName: owner.email,
    challenge: await newChallenge(ctx, scope.session_id),
    timeout: CHALLENGE_MINUTES * MINUTE_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: held.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

// Who has no passkey yet registers the first; from then on a passkey must have been shown, so that a stolen password
// alone cannot put another in its place. A lost one is the operator's to recover.
function refuseMore({ count, passkey_shown }: { count: number; passkey_shown: boolean }): void {
  if (count > 0 && !passkey_shown) throw new Refusal('passkey_required');
  if (count >= PASSKEYS_MAX) throw new Refusal('too_many_passkeys');
}

/** The bytes by which an authenticator knows its owner. */
export function userHandleOf(ownerId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(ownerId.replaceAll('-', ''), 'hex'));
}

/** Registers the passkey that answers the session's challenge; the session has shown a passkey from then on.
 *  Refuses: passkey_refused, passkey_taken, passkey_required, too_many_passkeys. */
export async function registerPasskey(
  ctx: Ctx,
  scope: OwnerScope,
  input: { name: string | undefined; credential: RegistrationResponseJSON },
): Promise<PasskeyRow> {
  const credential = await verified(ctx, scope, input.credential);
  try {
    return await inTransaction(ctx.db, async (tx) => {
      const passkey_shown = await requireSession(tx, ctx, scope);
      refuseMore({ count: await countPasskeys(tx, scope.owner_id), passkey_shown });
      return insertNew(tx, ctx, scope, { credential, name: input.name?.trim() || DEFAULT_NAME });
    });
  } catch (error) {
    if (breaches(error, 'passkey_credential_is_unique')) throw new Refusal('passkey_taken');
    throw error;
  }
}

async function verified(
  ctx: Ctx,
  scope: OwnerScope,
  response: RegistrationResponseJSON,
): Promise<WebAuthnCredential> {
  const site = requireSite(ctx);
  const { clientDataJSON } = response.response;
  const challenge = await spendChallenge(ctx, { clientDataJSON, session_id: scope.session_id });
  const { verifyRegistrationResponse } = await webauthn();
  const answer = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rp_id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null);
  if (!answer?.verified) throw new Refusal('passkey_refused');
  return answer.registrationInfo.credential;
}

async function insertNew(
  tx: Tx,
  ctx: Ctx,
  scope: OwnerScope,
  { credential, name }: { credential: WebAuthnCredential; name: string },
): Promise<PasskeyRow> {
  const now = ctx.clock.now();
  const { owner_id, session_id } = scope;
  const passkey = await insertPasskey(tx, {
    id: uuidAt(now),
    owner_id,
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    sign_count: credential.counter,
    transports: credential.transports ?? [],
    name,
    created_at: now,
  });
  await markPasskeyShown(tx, session_id);
  const entry = { actor: `owner:${owner_id}`, action: 'passkey.registered', subject: passkey.id };
  await recordAudit(tx, ctx.clock, entry);
  return passkey;
}

// The session was admitted a moment ago; a sign-out or a recovery may have ended it since.
async function requireSession(tx: Tx, ctx: Ctx, scope: OwnerScope): Promise<boolean> {
  await lockOwner(tx, scope.owner_id);
  const session = await holdSession(tx, { session_id: scope.session_id, now: ctx.clock.now() });
  if (!session) throw new Refusal('invalid_api_key');
  return session.passkey_shown;
}

/** Removes one of the owner's passkeys. Refuses: passkey_required, passkey_not_found. */
export async function removePasskey(ctx: Ctx, scope: OwnerScope, passkeyId: string): Promise<PasskeyRow> {
  return inTransaction(ctx.db, async (tx) => {
    if (!(await requireSession(tx, ctx, scope))) throw new Refusal('passkey_required');
    const removed = await deletePasskey(tx, { id: passkeyId, owner_id: scope.owner_id });
    if (!removed) throw new Refusal('passkey_not_found');
    const entry = { actor: `owner:${scope.owner_id}`, action: 'passkey.removed', subject: passkeyId };
    await recordAudit(tx, ctx.clock, entry);
    return removed;
  });
}
