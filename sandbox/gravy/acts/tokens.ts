import {
  calculateJwkThumbprint,
  decodeProtectedHeader,
  errors,
  exportJWK,
  exportPKCS8,
  exportSPKI,
  generateKeyPair,
  importSPKI,
  jwtVerify,
  type JWTPayload,
} from 'jose';
import { accountOf, type KeyedAccount } from '../../machine/gateways/accounts.ts';
import { GravyProblem } from '../shapes/problem.ts';
import type { GravyWorld } from '../shapes/world.ts';

const ALGORITHM = 'ES512';
const TOLERANCE_SECONDS = 5;
const EMBED_SECONDS = { min: 3_600, max: 86_400 };

/** A pair of keys as the gateway hands them out: the private one goes to the platform and is not kept. */
interface KeyPair {
  private_key: string;
  public_key: string;
  /** The thumbprint by which tokens name it. */
  kid: string;
}

export async function newKeyPair(): Promise<KeyPair> {
  const { privateKey, publicKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const kid = await calculateJwkThumbprint(await exportJWK(publicKey));
  return { private_key: await exportPKCS8(privateKey), public_key: await exportSPKI(publicKey), kid };
}

/** What a token says that was signed by the key of an account. */
export interface Bearer {
  keyed: KeyedAccount;
  scopes: readonly string[];
  claims: JWTPayload;
}

/** Verifies a token: its signature by a key that is in use, its times, its claims. Refuses (401) any other. */
export async function verifyToken(world: GravyWorld, token: string): Promise<Bearer> {
  const kid = kidOf(token);
  const keyed = kid === null ? null : await accountOf(world.db, 'gravy', kid);
  const claims = keyed === null ? null : await claimsOf(world, token, keyed);
  if (keyed === null || claims === null) throw new GravyProblem(401);
  const scopes = claims['scopes'];
  const isWhole = Array.isArray(scopes) && typeof claims.jti === 'string' && typeof claims.iss === 'string';
  if (!isWhole) throw new GravyProblem(401);
  return { keyed, claims, scopes: scopes.filter((scope) => typeof scope === 'string') };
}

/** What an embed token pins of the payment that a browser makes by it. */
export interface Pinned {
  keyed: KeyedAccount;
  amount: number;
  currency: string;
  metadata: Record<string, string> | null;
  merchant_account_id: string;
  checkout_session_id: string | null;
}

/** What a token pins that was made for a browser. Refuses (403) one that may not pay, and (400) one of a life that none has. */
export function pinnedBy({ keyed, scopes, claims }: Bearer): Pinned {
  const embed = claims['embed'] as Record<string, unknown> | undefined;
  if (!scopes.includes('embed') || embed === undefined) throw new GravyProblem(403);
  const seconds = (claims.exp ?? 0) - (claims.nbf ?? 0);
  if (seconds < EMBED_SECONDS.min || seconds > EMBED_SECONDS.max)
    throw new GravyProblem(400, { message: 'The token does not live for an hour to a day' });
  const { amount, currency, metadata, merchant_account_id } = embed;
  const isWhole = Number.isSafeInteger(amount) && typeof currency === 'string';
  if (!isWhole) throw new GravyProblem(403);
  const session = claims['checkout_session_id'];
  return {
    keyed,
    amount: Number(amount),
    currency,
    metadata: (metadata as Record<string, string> | undefined) ?? null,
    merchant_account_id: typeof merchant_account_id === 'string' ? merchant_account_id : 'default',
    checkout_session_id: typeof session === 'string' ? session : null,
  };
}

function kidOf(token: string): string | null {
  try {
    const { alg, kid } = decodeProtectedHeader(token);
    return alg === ALGORITHM && typeof kid === 'string' ? kid : null;
  } catch {
    return null;
  }
}

// A token's times may be those of the clock that the sandbox shares with the service, or those of the wall.
async function claimsOf(world: GravyWorld, token: string, keyed: KeyedAccount): Promise<JWTPayload | null> {
  const key = await importSPKI(keyed.secrets['public_key'] ?? '', ALGORITHM);
  for (const currentDate of [world.clock.now(), new Date()]) {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        clockTolerance: TOLERANCE_SECONDS,
        currentDate,
        requiredClaims: ['iss', 'exp', 'nbf', 'jti', 'scopes'],
      });
      return payload;
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
    }
  }
  return null;
}
