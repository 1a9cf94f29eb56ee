import { createPrivateKey, createPublicKey, type KeyObject, randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, SignJWT } from 'jose';
import type { Clock } from '../../lib/clock.ts';
import type { Seller } from '../rail.ts';

const ALGORITHM = 'ES512';
const ISSUER = 'Fairway';
// The clocks need not agree.
const EARLIER_SECONDS = 5;
const KEYS_MAX = 1_000;

/** What a token says beside who signed it and when. */
interface Claims {
  scopes: readonly string[];
  seconds: number;
  more?: Readonly<Record<string, unknown>>;
}

export interface Tokens {
  /** A token that the account's own key signs, and when it ends by the wall clock. */
  sign(seller: Seller, claims: Claims): Promise<{ token: string; expires_at: Date }>;
}

interface SigningKey {
  pem: string;
  key: KeyObject;
  /** The thumbprint by which the instance knows the key. */
  kid: string;
}

/** Signs by the keys of accounts, each of which is opened once for as long as it is in use. */
export function createTokens(clock: Pick<Clock, 'wall'>): Tokens {
  const keys = new Map<string, Promise<SigningKey>>();

  async function keyOf({ account_id, secrets }: Seller): Promise<SigningKey> {
    const pem = secrets['private_key'] ?? '';
    const known = await keys.get(account_id);
    if (known?.pem === pem) return known;
    const opened = openKey(pem);
    keys.delete(account_id);
    keys.set(account_id, opened);
    // The next who asks tries anew, by whatever key the account has then.
    opened.catch(() => {
      if (keys.get(account_id) === opened) keys.delete(account_id);
    });
    if (keys.size > KEYS_MAX) keys.delete(keys.keys().next().value!);
    return opened;
  }

  return {
    sign: async (seller, { scopes, seconds, more = {} }) => {
      const { key, kid } = await keyOf(seller);
      const now = Math.floor(clock.wall().getTime() / 1000);
      const token = await new SignJWT({ ...more, scopes: [...scopes] })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid })
        .setIssuer(ISSUER)
        .setNotBefore(now - EARLIER_SECONDS)
        .setExpirationTime(now + seconds)
        .setJti(randomUUID())
        .sign(key);
      return { token, expires_at: new Date((now + seconds) * 1000) };
    },
  };
}

async function openKey(pem: string): Promise<SigningKey> {
  const key = createPrivateKey(pem);
  const kid = await calculateJwkThumbprint(await exportJWK(createPublicKey(key)));
  return { pem, key, kid };
}
