import type { Ctx } from '../../context.ts';
import type { SealedKind, SealedRow } from '../../db/sealed.ts';
import { inTransaction } from '../../db/tx.ts';
import { BEFORE_ALL_IDS } from '../../lib/ids.ts';
import { type Keyring, type Sealed, sealAnew } from '../../lib/keyring.ts';
import { ACCOUNT_CREDENTIALS } from '../accounts/index.ts';
import { recordAudit } from '../audit/index.ts';
import { SIGNING_SECRETS } from '../endpoints/index.ts';
import { TOKENS_IN_HAND } from '../payments/index.ts';

/** Everything that is sealed with the key of the deployment. */
const SEALED: readonly SealedKind[] = [SIGNING_SECRETS, ACCOUNT_CREDENTIALS, TOKENS_IN_HAND];

// Held for as long as it takes to open and seal them: tens of milliseconds.
const AT_ONCE = 200;

/** How far a rotation has come: behind which row of which table it goes on. */
export interface RotationPlace {
  table: string;
  after: string;
}

interface Rotated {
  /** The key that seals now. */
  key_id: string;
  checked: number;
  /** Those that another key had sealed: sealed anew, or in a rehearsal those that would be. */
  resealed: number;
  /** Rows whose secret no key of this process opens; they are left as they are. */
  unreadable: string[];
  /** Where to go on; null when everything was looked at. */
  next: RotationPlace | null;
}

/** Seals up to 200 secrets of one table with the key that seals now, those that another key had sealed; the caller goes on
 *  from `next`. Run again, or by two at once, it finds nothing left to do. Gap G120. */
export async function rotateSecrets(
  ctx: Ctx,
  { from, isRehearsal }: { from: RotationPlace | null; isRehearsal: boolean },
): Promise<Rotated> {
  const kind = SEALED.find(({ name }) => name === from?.table) ?? SEALED[0]!;
  const keys = ctx.config.secrets_keys;
  return inTransaction(ctx.db, async (tx) => {
    const rows = await kind.hold(tx, { after: from?.after ?? BEFORE_ALL_IDS, limit: AT_ONCE });
    const { anew, unreadable } = sealedAnew(keys, rows);
    const counts = { checked: rows.length, resealed: anew.length, unreadable };
    if (!isRehearsal && anew.length > 0) {
      await kind.replace(tx, anew);
      const detail = { table: kind.name, resealed: anew.length, key_id: keys.sealing.id };
      await recordAudit(tx, ctx.clock, {
        actor: 'operator',
        action: 'secrets.rotated',
        subject: kind.name,
        detail,
      });
    }
    return { key_id: keys.sealing.id, ...counts, next: nextOf(kind, rows) };
  });
}

function sealedAnew(keys: Keyring, rows: readonly SealedRow[]) {
  const anew: (Sealed & { id: string })[] = [];
  const unreadable: string[] = [];
  for (const row of rows) {
    try {
      const sealed = sealAnew(keys, row, row.bound);
      if (sealed) anew.push({ id: row.id, ...sealed });
    } catch {
      unreadable.push(row.id);
    }
  }
  return { anew, unreadable };
}

function nextOf(kind: SealedKind, rows: readonly SealedRow[]): RotationPlace | null {
  if (rows.length === AT_ONCE) return { table: kind.name, after: rows.at(-1)!.id };
  const following = SEALED[SEALED.indexOf(kind) + 1];
  return following ? { table: following.name, after: BEFORE_ALL_IDS } : null;
}
