import { isBeingRecorded, RECORDING_MS } from '../../db/overdue.ts';
import { CALL_MS } from '../../lib/call-limit.ts';
import { nextLookAt } from '../../lib/next-look.ts';
import { DAY_SECONDS, earlier, HOUR_SECONDS, later, MINUTE_MS, SECOND_MS } from '../../lib/time.ts';

/** An unanswered question is repeated sooner at first: what heals soon is settled soon after. */
const UNANSWERED_SECONDS = 45;
const UNANSWERED_SOON_SECONDS = 2 * HOUR_SECONDS;
/** The provider was asked and our own database did not take what it said: callers are owed it within so long of its return. */
const UNRECORDED_SECONDS = 2;
/** By then a person has to look. Nothing is given up by age. */
const PERSON_AFTER_SECONDS = 7 * DAY_SECONDS;

/** How far the clocks of a provider and of ours may be apart, where what it did is told from what it did before by its time. */
export const SKEW_MS = 5 * MINUTE_MS;

// How long a call may stay unanswered before somebody else looks: longer than the whole call is allowed to take, and what
// its intent may take before it.
const HELD_SECONDS = 30;
// Of these a whole call, and a second for what stands around it.
const CALL_SECONDS = CALL_MS / SECOND_MS + 1;

/** Until when an intent written down at `now` is for whoever wrote it to carry out. */
export function heldUntil(now: Date): Date {
  return later(now, HELD_SECONDS * SECOND_MS);
}

/** Whether what is held until then may still be sent: its answer must come before anybody else looks, who would believe
 *  that nothing is under way any more. */
export function maySend(held_until: Date, now: Date): boolean {
  return held_until.getTime() - now.getTime() >= CALL_SECONDS * SECOND_MS;
}

/** When what came into doubt at `now` is looked at for the first time. */
export function firstCheckAt(now: Date): Date {
  return nextLookAt(now, now);
}

/** The time of the next question about an outcome that came into doubt at `since`. Gap G46. */
export function nextCheckAt(doubt: { since: Date; now: Date; isAnswered: boolean }): Date {
  const { since, now, isAnswered } = doubt;
  const due = nextLookAt(since, now);
  const isSoon = !isAnswered && now.getTime() - since.getTime() < UNANSWERED_SOON_SECONDS * SECOND_MS;
  return isSoon ? new Date(Math.min(due.getTime(), now.getTime() + UNANSWERED_SECONDS * SECOND_MS)) : due;
}

/** When what a provider holds back is read for the first time. */
export function firstReadAt(now: Date): Date {
  return later(now, MINUTE_MS);
}

/** How soon it is looked again at what the database kept from being settled, which says nothing of the provider. What is asked for again, and
 *  not only read, is left alone while this process is still recording what it was answered. */
export function unrecordedForMs({ isReadOnly }: { readonly isReadOnly: boolean }, id: string): number {
  return isReadOnly || !isBeingRecorded(id) ? UNRECORDED_SECONDS * SECOND_MS : RECORDING_MS;
}

/** The failure code of what certainly never reached its provider. */
export const UNREACHABLE = 'unreachable';

/** What a provider has not shown for so long, while it was in doubt, it will not show again. Gap G147. */
export const MISSED_MS = 10 * MINUTE_MS;

/** Whether what its provider has not shown since then will not be shown again. */
export function isMissed(since: Date, now: Date): boolean {
  return now.getTime() - since.getTime() >= MISSED_MS;
}

/** Whether no call, sent last at `sentAt`, could still be under way when the provider was asked, nor what it did be hidden: only then
 *  does what the provider does not show say that nothing was done. */
export function isQuiet(
  sentAt: Date,
  { quiet_seconds }: { readonly quiet_seconds: number },
  askedAt: Date,
): boolean {
  return askedAt >= heldUntil(sentAt) && askedAt.getTime() - sentAt.getTime() >= quiet_seconds * SECOND_MS;
}

/** Why money that was taken is not recorded: a person has to settle it at once, whatever its age. */
export const OTHER_MONEY = 'the provider took another amount or currency than it was asked for';

/** Whether a person has to settle the doubt with the provider: it is so old, or nothing else can. */
export function needsPerson(since: Date, now: Date, problem: string | null = null): boolean {
  return problem === OTHER_MONEY || now.getTime() - since.getTime() >= PERSON_AFTER_SECONDS * SECOND_MS;
}

/** What came into doubt by then has to be settled by a person. */
export function personNeededBefore(now: Date): Date {
  return earlier(now, PERSON_AFTER_SECONDS * SECOND_MS);
}
