import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusalOf } from '../../../../tests/world/module-world.ts';
import { inTransaction } from '../../db/tx.ts';
import type { Ctx } from '../../context.ts';
import { uuidAt } from '../../lib/ids.ts';
import { hashPassword } from '../../lib/password.ts';
import { MINUTE_MS } from '../../lib/time.ts';
import { UnfitValue } from '../../refusals.ts';
import { startWorld, type World } from '../../../../tests/world/bare-world.ts';
import { forgetSealedKeys } from './forget-sealed-keys.ts';
import { inviteNewChannel, replaceInvitation } from './invite.ts';
import { hasOwnerSession, openSession, signInWithPassword } from './open-session.ts';
import { insertPasskey, listPasskeys } from './passkey-queries.ts';
import { lockOwner } from './person-queries.ts';
import { setPassword } from './queries.ts';
import { recoverDevice, startRecovery } from './recover-device.ts';
import { redeemInvitation } from './redeem.ts';

const PASSWORD = 'Correct-horse-1';
const OTHER_PASSWORD = 'Another-horse-2';

// How long a guess takes is not tried here.
const PASSWORD_COST = { memory_kib: 64, passes: 1 };

let world: World;
let ctx: Ctx;
let made = 0;
beforeAll(async () => {
  world = await startWorld();
  ctx = { ...world.ctx, passwordCost: PASSWORD_COST };
});
afterAll(() => world.close());

/** A context of the same service, some time later. */
const later = (ms: number): Ctx => {
  const now = () => new Date(ctx.clock.now().getTime() + ms);
  return { ...ctx, clock: { ...ctx.clock, now } };
};
const tokenOf = (link: string) => link.split('/').at(-1)!;

async function invited() {
  made += 1;
  const owner_email = `owner-${made}@example.com`;
  const { channel, invitation } = await inviteNewChannel(ctx, { name: 'Acme', owner_email });
  return { channel_id: channel.id, owner_email, token: tokenOf(invitation.activation_url) };
}

async function activated() {
  const owner = await invited();
  await redeemInvitation(ctx, { token: owner.token, password: PASSWORD });
  const { rows } = await sql<{ id: string }>`
    select id from owners where channel_id = ${owner.channel_id}`.execute(ctx.db);
  return { ...owner, owner_id: rows[0]!.id };
}

async function keysOf(channel_id: string): Promise<number> {
  const { rows } = await sql<{ keys: number }>`
    select count(*) as keys from api_keys where channel_id = ${channel_id}`.execute(ctx.db);
  return rows[0]!.keys;
}

const redeem = (token: string, password = PASSWORD, at = ctx) => redeemInvitation(at, { token, password });
const signIn = ({ owner_email: email }: { owner_email: string }, password = PASSWORD) =>
  signInWithPassword(ctx, { email, password, address: '127.0.0.1' });

test('a link sets the owner’s password and gives the channel’s first key', async () => {
  const owner = await invited();
  const given = await redeem(owner.token);
  expect(given).toMatchObject({ kind: 'channel', channel_id: owner.channel_id });
  expect(await keysOf(owner.channel_id)).toBe(1);
  expect(await hasOwnerSession(ctx, (await signIn(owner)).session_token)).toBe(true);
});

test('a link used again within ten minutes gives the same key, to its password alone', async () => {
  const owner = await invited();
  const given = await redeem(owner.token);
  expect(await redeem(owner.token)).toEqual(given);
  expect(await refusalOf(redeem(owner.token, OTHER_PASSWORD))).toBe('password_wrong');
  expect(await refusalOf(redeem(owner.token, PASSWORD, later(10 * MINUTE_MS)))).toBe('activation_gone');
  expect(await keysOf(owner.channel_id)).toBe(1);
});

test('a link that is used by many at once makes one key, which all of them are given', async () => {
  const owner = await invited();
  const given = await Promise.all([redeem(owner.token), redeem(owner.token), redeem(owner.token)]);
  expect(new Set(given.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(await keysOf(owner.channel_id)).toBe(1);
});

test('a weak password is unfit and uses no link up', async () => {
  const owner = await invited();
  await expect(redeem(owner.token, 'weak')).rejects.toBeInstanceOf(UnfitValue);
  expect(await keysOf(owner.channel_id)).toBe(0);
  expect(await redeem(owner.token)).toMatchObject({ kind: 'channel' });
});

test('a link is gone after seven days, or when another takes its place, and nobody’s is none', async () => {
  const owner = await invited();
  expect(await refusalOf(redeem(owner.token, PASSWORD, later(7 * 24 * 60 * MINUTE_MS)))).toBe(
    'activation_gone',
  );
  const { activation_url } = await replaceInvitation(ctx, owner.channel_id);
  expect(await refusalOf(redeem(owner.token))).toBe('activation_gone');
  expect(await redeem(tokenOf(activation_url))).toMatchObject({ kind: 'channel' });
  expect(await refusalOf(redeem('nobody'))).toBe('activation_not_found');
});

test('a replacement that is redeemed signs out who came by the earlier password', async () => {
  const owner = await activated();
  const { session_token } = await signIn(owner);
  const { activation_url } = await replaceInvitation(ctx, owner.channel_id);
  expect(await hasOwnerSession(ctx, session_token)).toBe(true);
  await redeem(tokenOf(activation_url), OTHER_PASSWORD);
  expect(await hasOwnerSession(ctx, session_token)).toBe(false);
  expect(await refusalOf(signIn(owner))).toBe('sign_in_failed');
  expect(await keysOf(owner.channel_id)).toBe(2);
});

test('the sealed copy of a first key is erased when it can be asked for no more, and no sooner', async () => {
  const owner = await invited();
  const given = await redeem(owner.token);
  await forgetSealedKeys(ctx);
  expect(await redeem(owner.token)).toEqual(given);
  await forgetSealedKeys(later(10 * MINUTE_MS));
  const { rows } = await sql<{ sealed_key: Buffer | null }>`
    select i.sealed_key from invitations i join owners o on o.id = i.owner_id
    where o.channel_id = ${owner.channel_id}`.execute(ctx.db);
  expect(rows).toEqual([{ sealed_key: null }]);
});

test('the sixth session of an owner ends the first', async () => {
  const { owner_id } = await activated();
  const opened: string[] = [];
  for (let nth = 0; nth < 6; nth += 1) {
    const session = { owner_id, passkey_shown: false, how: 'password' } as const;
    opened.push((await inTransaction(ctx.db, (tx) => openSession(tx, ctx, session))).session_token);
  }
  const running = await Promise.all(opened.map((token) => hasOwnerSession(ctx, token)));
  expect(running).toEqual([false, true, true, true, true, true]);
});

test('a recovery is void after five wrong passwords, however many are tried at once', async () => {
  const { owner_id } = await activated();
  const token = tokenOf((await startRecovery(ctx, owner_id)).recovery_url);
  const guess = (password: string) => refusalOf(recoverDevice(ctx, { token, password }));
  const guesses = await Promise.all(Array.from({ length: 8 }, () => guess(OTHER_PASSWORD)));
  expect(guesses.filter((one) => one === 'password_wrong')).toHaveLength(5);
  expect(await guess(PASSWORD)).toBe('recovery_gone');
});

test('a recovery opens one session and ends the others, and is of use once and for half an hour', async () => {
  const owner = await activated();
  const { session_token: earlier } = await signIn(owner);
  const first = tokenOf((await startRecovery(ctx, owner.owner_id)).recovery_url);
  const token = tokenOf((await startRecovery(ctx, owner.owner_id)).recovery_url);
  const use = (of: string, at = ctx) => recoverDevice(at, { token: of, password: PASSWORD });
  expect(await refusalOf(use(first))).toBe('recovery_gone');
  expect(await refusalOf(use(token, later(30 * MINUTE_MS)))).toBe('recovery_gone');
  const { session_token } = await use(token);
  expect(await Promise.all([earlier, session_token].map((one) => hasOwnerSession(ctx, one)))).toEqual([
    false,
    true,
  ]);
  expect(await refusalOf(use(token))).toBe('recovery_gone');
});

test('another link for one owner voids no other owner’s', async () => {
  const [owner, other] = [await invited(), await invited()];
  await replaceInvitation(ctx, owner.channel_id);
  expect(await redeem(other.token)).toMatchObject({ kind: 'channel', channel_id: other.channel_id });
});

test('a recovery of one owner takes nothing of another’s: no link, no session and no passkey', async () => {
  const [owner, other] = [await activated(), await activated()];
  const { session_token } = await signIn(other);
  await keepPasskey(other.owner_id);
  const [ofOther, own] = [await startRecovery(ctx, other.owner_id), await startRecovery(ctx, owner.owner_id)];
  await recoverDevice(ctx, { token: tokenOf(own.recovery_url), password: PASSWORD });
  expect(await hasOwnerSession(ctx, session_token)).toBe(true);
  expect(await listPasskeys(ctx.db, other.owner_id)).toHaveLength(1);
  const recovered = await recoverDevice(ctx, { token: tokenOf(ofOther.recovery_url), password: PASSWORD });
  expect(await hasOwnerSession(ctx, recovered.session_token)).toBe(true);
});

async function keepPasskey(owner_id: string): Promise<void> {
  const created_at = ctx.clock.now();
  const id = uuidAt(created_at);
  const made = {
    id,
    owner_id,
    credential_id: id,
    public_key: Buffer.from('key'),
    sign_count: 0,
    transports: [],
  };
  await inTransaction(ctx.db, (tx) => insertPasskey(tx, { ...made, name: 'Passkey', created_at }));
}

test.each([
  ['to sign in', 'sign_in_failed', async (owner: Activated) => () => signIn(owner)],
  [
    'for a recovery',
    'password_wrong',
    async (owner: Activated) => {
      const { recovery_url } = await startRecovery(ctx, owner.owner_id);
      return () => recoverDevice(ctx, { token: tokenOf(recovery_url), password: PASSWORD });
    },
  ],
])('a password that is replaced while it is judged %s opens nothing', async (_why, refusal, begin) => {
  const owner = await activated();
  const open = await begin(owner);
  const password_hash = await hashPassword(OTHER_PASSWORD, PASSWORD_COST);
  const opening = await inTransaction(ctx.db, async (tx) => {
    await lockOwner(tx, owner.owner_id);
    const refused = refusalOf(open());
    await expect.poll(waitingForRows).toBe(1);
    await setPassword(tx, { owner_id: owner.owner_id, password_hash });
    return { refused };
  });
  expect(await opening.refused).toBe(refusal);
});

type Activated = Awaited<ReturnType<typeof activated>>;

async function waitingForRows(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(ctx.db);
  return rows[0]!.waiting;
}
