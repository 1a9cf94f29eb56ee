import { hashToken, newToken, uuidAt } from './ids.ts';
import { later } from './time.ts';

/** A new bearer secret that lapses, and what is stored of it, which is not the secret. */
export function newBearer(now: Date, lastsMs: number): { token: string; stored: StoredBearer } {
  const token = newToken();
  const expires_at = later(now, lastsMs);
  return { token, stored: { id: uuidAt(now), token_hash: hashToken(token), created_at: now, expires_at } };
}

export interface StoredBearer {
  id: string;
  token_hash: Buffer;
  created_at: Date;
  expires_at: Date;
}
