import { randomBytes } from 'node:crypto';
import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import { hashToken } from '../../lib/ids.ts';
import { type PasskeySite, passkeySite } from '../../lib/own-site.ts';
import { later, MINUTE_MS } from '../../lib/time.ts';
import { Refusal } from '../../refusals.ts';
import { deleteChallengesOf, insertChallenge, takeChallenge } from './passkey-queries.ts';

const CHALLENGE_BYTES = 32;
export const CHALLENGE_MINUTES = 5;

/** The domain that this deployment's passkeys are bound to. Refuses: passkeys_unavailable. */
export function requireSite(ctx: Ctx): PasskeySite {
  const site = passkeySite(ctx.config.base_url);
  if (!site) throw new Refusal('passkeys_unavailable');
  return site;
}

/** A new challenge for a session, or for whoever signs in. Answered once, within five minutes; a session has one. */
export async function newChallenge(ctx: Ctx, sessionId: string | null): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(CHALLENGE_BYTES));
  const challenge_hash = hashToken(Buffer.from(challenge).toString('base64url'));
  const expires_at = later(ctx.clock.now(), CHALLENGE_MINUTES * MINUTE_MS);
  await inTransaction(ctx.db, async (tx) => {
    if (sessionId !== null) await deleteChallengesOf(tx, sessionId);
    await insertChallenge(tx, { challenge_hash, session_id: sessionId, expires_at });
  });
  return challenge;
}

/** Takes the challenge that an answer was signed over out of what is open and returns it; an answer that fails later
 *  has used it up too. Refuses: passkey_refused. */
export async function spendChallenge(
  ctx: Ctx,
  answer: { clientDataJSON: string; session_id: string | null },
): Promise<string> {
  const challenge = challengeIn(answer.clientDataJSON);
  const challenge_hash = hashToken(challenge);
  const { session_id } = answer;
  if (await takeChallenge(ctx.db, { challenge_hash, session_id, now: ctx.clock.now() })) return challenge;
  throw new Refusal('passkey_refused');
}

function challengeIn(clientDataJSON: string): string {
  try {
    const text = Buffer.from(clientDataJSON, 'base64url').toString();
    const { challenge } = JSON.parse(text) as { challenge?: unknown };
    if (typeof challenge === 'string') return challenge;
  } catch {
    // Not JSON at all: refused like any other answer that is not one.
  }
  throw new Refusal('passkey_refused');
}
