import { setImmediate as afterOthers } from 'node:timers/promises';
import type { Ctx } from '../../context.ts';
import { MINUTE_MS } from '../../lib/time.ts';
import type { Rail, ReceivedNotice, Verdict } from '../../rails/rail.ts';
import { type Claimants, nameAccount, sellersNamed, sellersUnnamed } from '../accounts/index.ts';

export type JudgeNotice = (rail: Rail, received: ReceivedNotice) => Promise<Verdict>;

/** How often in a minute what bears a name that nobody has is tried by the keys of all accounts that have none yet. One whose
 *  body is long counts as several, since every key reads the whole of it. */
const SEARCHES_MAX = 120;
const SEARCHED_BYTES = 8_192;

/** Judges what providers tell: by the keys of the accounts that bear the name it gives, and else by those whose name nobody has
 *  heard yet, which is then known. Strangers delay the first notice of a new account at most, never one of a known account. */
export function noticeJudge(ctx: Ctx): JudgeNotice {
  const mayWander = perMinute(ctx, SEARCHES_MAX);
  return async (rail, received) => {
    const { account_hint: provider_account } = rail.notices.claim(received);
    if (provider_account === null) return rail.notices.verify(received, []);
    const named = await sellersNamed(ctx, { rail: rail.code, provider_account });
    const verdict = await judgeBy(rail, received, named);
    if (verdict.kind !== 'forged' || provider_account === '' || !mayWander(weightOf(received)))
      return verdict;
    const found = await judgeByUnnamed(ctx, { rail, received, forged: verdict });
    if (found.kind === 'genuine' && found.account_id !== null)
      await nameAccount(ctx, { account_id: found.account_id, provider_account });
    return found;
  };
}

// Some at a time, so that others get their turn.
async function judgeByUnnamed(
  ctx: Ctx,
  { rail, received, forged }: { rail: Rail; received: ReceivedNotice; forged: Verdict },
): Promise<Verdict> {
  let left = forged;
  for await (const some of sellersUnnamed(ctx, rail.code)) {
    const verdict = await judgeBy(rail, received, some);
    if (verdict.kind === 'genuine') return verdict;
    if (left.kind === 'forged') left = verdict;
    await afterOthers();
  }
  return left;
}

// What none of them has signed may be of one whose key cannot be looked at: it is asked for again, and refused by nobody.
async function judgeBy(
  rail: Rail,
  received: ReceivedNotice,
  { sellers, areSomeSealed }: Claimants,
): Promise<Verdict> {
  const verdict = await rail.notices.verify(received, sellers);
  if (verdict.kind !== 'forged' || !areSomeSealed) return verdict;
  return { kind: 'unreachable', problem: 'the key of an account is sealed', retry_after_seconds: null };
}

function weightOf({ raw_body }: ReceivedNotice): number {
  return Math.max(1, Math.ceil(raw_body.length / SEARCHED_BYTES));
}

function perMinute({ clock }: Ctx, max: number): (weight: number) => boolean {
  let from = 0;
  let taken = 0;
  return (weight) => {
    const now = clock.wall().getTime();
    if (now - from >= MINUTE_MS || now < from) [from, taken] = [now, 0];
    if (taken + weight > max) return false;
    taken += weight;
    return true;
  };
}
