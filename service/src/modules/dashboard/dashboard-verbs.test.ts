import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { refusalOf } from '../../../../tests/world/module-world.ts';
import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import { hashToken } from '../../lib/ids.ts';
import { hashPassword } from '../../lib/password.ts';
import { DAY_MS, MINUTE_MS } from '../../lib/time.ts';
import { UnfitValue } from '../../refusals.ts';
import { newTenant, startWorld, type World } from '../../../../tests/world/bare-world.ts';
import { listAudit } from '../audit/trail.ts';
import { inviteUser } from './invite-user.ts';
import { deleteUser, findUser, lockUser, setPassword } from './queries.ts';
import { readUsers } from './read-users.ts';
import { redeemDashboardInvitation } from './redeem-invitation.ts';
import { removeUser } from './remove-user.ts';
import { forgetEndedDashboardTokens } from './forget-ended-dashboard-tokens.ts';
import { signIn } from './sign-in.ts';

const PASSWORD = 'Correct-horse-1';
const OTHER_PASSWORD = 'Another-horse-2';
// How long a guess takes is not tried here.
const PASSWORD_COST = { memory_kib: 64, passes: 1 };

let world: World;
let ctx: Ctx;
let merchant_id: string;
let email: string;
beforeAll(async () => {
  world = await startWorld();
  ctx = { ...world.ctx, passwordCost: PASSWORD_COST };
});
afterAll(() => world.close());
beforeEach(async () => {
  ({ merchant_id } = await newTenant(ctx));
  email = `User-${randomUUID()}@example.com`;
});

/** A context of the same service, some time later. */
const later = (ms: number): Ctx => {
  const now = () => new Date(ctx.clock.now().getTime() + ms);
  return { ...ctx, clock: { ...ctx.clock, now } };
};
async function invite(permissions: string[] = [], of = { merchant_id, email }): Promise<string> {
  const { activation_url } = await inviteUser(ctx, { ...of, permissions });
  return activation_url.split('/').at(-1)!;
}
const redeem = (token: string, password = PASSWORD, at = ctx) =>
  redeemDashboardInvitation(at, { token, password });
const login = (password = PASSWORD, of = email) => signIn(ctx, { email: of, password, address: '127.0.0.1' });

/** Whether a token still stands. */
async function isKept(access_token: string): Promise<boolean> {
  const rows = await ctx.db
    .selectFrom('dashboard_tokens')
    .select('id')
    .where('token_hash', '=', hashToken(access_token))
    .execute();
  return rows.length === 1;
}

test('an invitation sets the password by which its user signs in, in any letter case of the email', async () => {
  const token = await invite();
  expect(await refusalOf(login())).toBe('sign_in_failed');
  expect(await redeem(token)).toEqual({ email, merchant_id });
  expect(await isKept((await login(PASSWORD, email.toUpperCase())).access_token)).toBe(true);
});

test('what a user does stands in the trail under one name', async () => {
  await redeem(await invite());
  await login();
  const { id } = await ctx.db
    .selectFrom('dashboard_users')
    .select('id')
    .where('merchant_id', '=', merchant_id)
    .executeTakeFirstOrThrow();
  const told = (await listAudit(ctx.db, { limit: 2, offset: 0 })).items;
  expect(told.map(({ actor, action, subject }) => [actor, action, subject])).toEqual([
    [`user:${id}`, 'dashboard_user.signed_in', id],
    [`user:${id}`, 'dashboard_user.activated', id],
  ]);
});

test('an invitation answers the same again for ten minutes, to its password alone', async () => {
  const token = await invite();
  const redeemed = await Promise.all([redeem(token), redeem(token), redeem(token)]);
  expect(redeemed).toEqual(Array.from({ length: 3 }, () => ({ email, merchant_id })));
  expect(await refusalOf(redeem(token, OTHER_PASSWORD))).toBe('password_wrong');
  expect(await refusalOf(redeem(token, PASSWORD, later(10 * MINUTE_MS)))).toBe('activation_gone');
});

test('a weak password is unfit and uses no invitation up', async () => {
  const token = await invite();
  await expect(redeem(token, 'weak')).rejects.toBeInstanceOf(UnfitValue);
  expect(await redeem(token)).toEqual({ email, merchant_id });
});

test('an invitation ends after seven days or by the next one, and nobody’s is null', async () => {
  const first = await invite();
  expect(await refusalOf(redeem(first, PASSWORD, later(7 * DAY_MS)))).toBe('activation_gone');
  await invite();
  expect(await refusalOf(redeem(first))).toBe('activation_gone');
  expect(await redeem('nobody')).toBeNull();
});

test('another invitation ends what was signed in with the earlier password once it is redeemed', async () => {
  await redeem(await invite());
  const { access_token } = await login();
  const next = await invite();
  expect(await isKept(access_token)).toBe(true);
  await redeem(next, OTHER_PASSWORD);
  expect(await isKept(access_token)).toBe(false);
  expect(await refusalOf(login())).toBe('sign_in_failed');
});

test('permissions are those of the last invitation, each once and in one order', async () => {
  await invite(['transactions.view', 'finance.manage', 'transactions.view']);
  const permissions = async () =>
    (
      await ctx.db
        .selectFrom('dashboard_users')
        .select('permissions')
        .where('merchant_id', '=', merchant_id)
        .executeTakeFirstOrThrow()
    ).permissions;
  expect(await permissions()).toEqual(['finance.manage', 'transactions.view']);
  await invite([]);
  expect(await permissions()).toEqual([]);
});

test('a user is of one merchant, which exists', async () => {
  await invite();
  const other = await newTenant(ctx);
  expect(await refusalOf(invite([], { merchant_id: other.merchant_id, email: email.toLowerCase() }))).toBe(
    'dashboard_email_taken',
  );
  expect(await refusalOf(invite([], { merchant_id: randomUUID(), email }))).toBe('merchant_not_found');
});

test('a user has ten tokens at most, and the oldest gives way', async () => {
  await redeem(await invite());
  const tokens: string[] = [];
  for (let nth = 0; nth < 11; nth += 1) tokens.push((await login()).access_token);
  const kept = await Promise.all(tokens.map(isKept));
  expect(kept).toEqual([false, ...Array.from({ length: 10 }, () => true)]);
});

test('a token that has ended is deleted after eight hours, and no sooner', async () => {
  await redeem(await invite());
  const { access_token } = await login();
  await forgetEndedDashboardTokens(later(8 * 60 * MINUTE_MS - MINUTE_MS));
  expect(await isKept(access_token)).toBe(true);
  await forgetEndedDashboardTokens(later(8 * 60 * MINUTE_MS));
  expect(await isKept(access_token)).toBe(false);
});

test('an invitation of one user voids no other user’s, and signs none of them out', async () => {
  const other = `User-${randomUUID()}@example.com`;
  await redeem(await invite([], { merchant_id, email: other }));
  const { access_token } = await login(PASSWORD, other);
  const again = await invite([], { merchant_id, email: other });
  await redeem(await invite());
  expect(await isKept(access_token)).toBe(true);
  expect(await redeem(again, OTHER_PASSWORD)).toEqual({ email: other, merchant_id });
});

test('a password that is replaced while it is judged signs nobody in', async () => {
  await redeem(await invite());
  const { id } = (await findUser(ctx.db, email))!;
  const password_hash = await hashPassword(OTHER_PASSWORD, PASSWORD_COST);
  const signing = await inTransaction(ctx.db, async (tx) => {
    await lockUser(tx, id);
    const refused = refusalOf(login());
    await expect.poll(waitingForRows).toBe(1);
    await setPassword(tx, { id, password_hash });
    return { refused };
  });
  expect(await signing.refused).toBe('sign_in_failed');
});

const remove = async (of = { merchant_id }, id?: string) => {
  const user_id = id ?? (await findUser(ctx.db, email))!.id;
  return removeUser(ctx, { ...of, user_id });
};

test('who is removed is signed out, signs in no more, and has no link that still opens', async () => {
  await redeem(await invite(['finance.manage']));
  const { access_token } = await login();
  const open = await invite();
  const { id } = (await findUser(ctx.db, email))!;
  expect(await remove()).toMatchObject({ id, email, permissions: [] });
  expect(await isKept(access_token)).toBe(false);
  expect(await refusalOf(login())).toBe('sign_in_failed');
  expect(await redeem(open)).toBeNull();
  const [told] = (await listAudit(ctx.db, { limit: 1, offset: 0 })).items;
  expect(told).toMatchObject({
    actor: 'operator',
    action: 'dashboard_user.removed',
    subject: id,
    detail: { merchant_id, email },
  });
});

test('the email of who was removed is free for another merchant, and begins there anew', async () => {
  await redeem(await invite(['finance.manage']));
  await remove();
  const other = await newTenant(ctx);
  const token = await invite([], { merchant_id: other.merchant_id, email });
  expect(await refusalOf(login())).toBe('sign_in_failed');
  expect(await redeem(token)).toEqual({ email, merchant_id: other.merchant_id });
});

test('nobody is removed twice, or by another merchant’s name', async () => {
  await redeem(await invite());
  const { id } = (await findUser(ctx.db, email))!;
  const other = await newTenant(ctx);
  expect(await refusalOf(remove({ merchant_id: other.merchant_id }))).toBe('dashboard_user_not_found');
  expect(await refusalOf(remove({ merchant_id: randomUUID() }))).toBe('merchant_not_found');
  expect(await isKept((await login()).access_token)).toBe(true);
  await remove();
  expect(await refusalOf(remove({ merchant_id }, id))).toBe('dashboard_user_not_found');
});

test('a merchant’s users are its own, newest first, each page with how many there are', async () => {
  const read = (of: { limit: number; offset: number }) => readUsers(ctx, { merchant_id, ...of });
  expect(await read({ limit: 50, offset: 0 })).toEqual({ items: [], total: 0 });
  await redeem(await invite(['finance.manage']));
  const second = { merchant_id, email: `Second-${randomUUID()}@example.com` };
  await invite([], second);
  await invite([], { ...(await newTenant(ctx)), email: `Third-${randomUUID()}@example.com` });
  const { items, total } = await read({ limit: 1, offset: 0 });
  expect([total, items]).toMatchObject([2, [{ email: second.email, password_hash: null }]]);
  expect((await read({ limit: 1, offset: 1 })).items).toMatchObject([
    { email, permissions: ['finance.manage'], password_hash: expect.any(String) },
  ]);
  await expect(refusalOf(readUsers(ctx, { merchant_id: randomUUID(), limit: 1, offset: 0 }))).resolves.toBe(
    'merchant_not_found',
  );
});

test('who is removed while the password is judged is not signed in, and neither is who sets one then', async () => {
  const link = await invite();
  const { id } = (await findUser(ctx.db, email))!;
  const password_hash = await hashPassword(PASSWORD, PASSWORD_COST);
  await inTransaction(ctx.db, (tx) => setPassword(tx, { id, password_hash }));
  const [signing, redeeming] = await inTransaction(ctx.db, async (tx) => {
    await lockUser(tx, id);
    const under_way = [refusalOf(login()), redeem(link, OTHER_PASSWORD)] as const;
    await expect.poll(waitingForRows).toBe(2);
    await deleteUser(tx, { merchant_id, user_id: id });
    return under_way.map((one) => ({ one }));
  });
  expect(await signing!.one).toBe('sign_in_failed');
  expect(await redeeming!.one).toBeNull();
});

async function waitingForRows(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(ctx.db);
  return rows[0]!.waiting;
}
