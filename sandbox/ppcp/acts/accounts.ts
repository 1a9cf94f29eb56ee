import { raiseAccountChanges, raiseConsentRevoked } from '../notices/seller-notices.ts';
import { FEATURES } from '../checks/scopes.ts';
import { insertRecord, lockRecord, putRecord } from '../../machine/store/records.ts';
import { makeAccount } from '../shapes/seed.ts';
import type { Account } from '../shapes/shapes.ts';
import { transact, type World } from '../shapes/world.ts';
import { conflict, notFound, unprocessable } from '../../machine/refusal.ts';

/** The fields of an account that a caller may set. */
type AccountFields = Partial<Omit<Account, 'account_id' | 'created_at' | 'consent' | 'tracking_id'>>;

/** Opens an account; a business account is ready to sell unless the fields say otherwise. */
export async function openAccount(world: World, fields: AccountFields): Promise<Account> {
  const account = makeAccount(world, withConsent(fields, 'none'));
  await insertRecord(world.db, 'account', account.account_id, account);
  return account;
}

/** Changes an account; a list replaces the old one whole. The partner hears of it as from the provider. */
export async function changeAccount(world: World, id: string, fields: AccountFields): Promise<Account> {
  return transact(world, async (tx) => {
    const before = (await lockRecord(tx, 'account', id)) ?? notFound('Account');
    if (fields.kind !== undefined && fields.kind !== before.kind) unprocessable('kind cannot be changed');
    const after = { ...before, ...withConsent(fields, before.consent) };
    await putRecord(tx, 'account', id, after);
    await raiseAccountChanges(tx, world, before, after);
    return after;
  });
}

/** The seller takes the consent back. `then` says what a status read answers from now on. */
export async function revokeConsent(
  world: World,
  id: string,
  then: Account['after_revocation'] | undefined,
): Promise<Account> {
  return transact(world, async (tx) => {
    const account = (await lockRecord(tx, 'account', id)) ?? notFound('Account');
    if (account.consent !== 'granted') conflict('The account has no consent to revoke');
    const revoked: Account = {
      ...account,
      consent: 'revoked',
      granted: [],
      after_revocation: then ?? account.after_revocation,
    };
    await putRecord(tx, 'account', id, revoked);
    await raiseConsentRevoked(tx, world, revoked);
    return revoked;
  });
}

// Naming what is granted is consenting; an empty list withholds all without revoking.
function withConsent(fields: AccountFields, consent: Account['consent']): Partial<Account> {
  const unknown = fields.granted?.find((feature) => !FEATURES.has(feature));
  if (unknown !== undefined) unprocessable(`granted: ${unknown} is not a feature`);
  const grants = fields.granted !== undefined && fields.granted.length > 0;
  return { ...fields, consent: grants ? 'granted' : consent };
}
