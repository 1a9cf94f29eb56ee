import type { Ctx } from '../../context.ts';
import type { Tx } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import { sealWith } from '../../lib/keyring.ts';
import type { AccountCredentials } from '../../rails/rail.ts';
import { UnfitValue } from '../../refusals.ts';
import { boundTo } from './credentials.ts';
import { findAccount, findLiveAccount, retireOwn, saveCredentials } from './queries.ts';

/** From now on the merchant is paid on this rail into the account that these credentials are of. Where it has that account already
 *  they replace its former ones, for earlier payments too. Where it has another, that one is retired: nothing more is paid into it,
 *  and what was can still be given back. The caller has locked the merchant. Throws UnfitValue. Gap G78. */
export async function setCredentials(
  tx: Tx,
  ctx: Pick<Ctx, 'clock' | 'config' | 'rails'>,
  of: { merchant_id: string; rail: string; given: Readonly<Record<string, unknown>> },
): Promise<void> {
  const { merchant_id, rail } = of;
  const read = ctx.rails.kind(rail).accounts.read(of.given, ctx.config.environment);
  if (read.kind === 'bad') throw new UnfitValue(read.problems);
  await keep(tx, ctx, { merchant_id, rail }, read.credentials);
}

async function keep(
  tx: Tx,
  { clock, config }: Pick<Ctx, 'clock' | 'config'>,
  owner: { merchant_id: string; rail: string },
  { provider_account: named, known_by = null, shown, secrets }: AccountCredentials,
): Promise<void> {
  const now = clock.now();
  const known =
    named === null
      ? await findLiveAccount(tx, owner)
      : await findAccount(tx, { ...owner, provider_account: named });
  const id = known?.id ?? uuidAt(now);
  const version = (known?.version ?? 0) + 1;
  await retireOwn(tx, { ...owner, but: id, now });
  const { sealed, key_id } = sealWith(config.secrets_keys, JSON.stringify(secrets), boundTo({ id, version }));
  await saveCredentials(tx, {
    ...owner,
    ...{ id, version, provider_account: known?.provider_account ?? named ?? id },
    known_by,
    ...{ shown: JSON.stringify(shown), credentials: sealed, credentials_key_id: key_id, created_at: now },
  });
}
