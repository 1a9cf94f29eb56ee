import { HOUR_MS } from '../../lib/time.ts';

/** What a notice, or the provider's search, says of a reversal. Either may name it as the other does not. */
interface Telling {
  name: string;
  /** When it happened, by it; null where that is not known. */
  at: Date | null;
}

/** A reversal that is counted once, and what it is known by. */
export interface CountedReversal {
  /** Of its row; null as long as it is to be recorded. */
  readonly id: string | null;
  told: Telling | null;
  shown: Telling | null;
  /** In minor units; null where one that is to be recorded is everything that remains. */
  readonly amount: number | null;
  /** When it happened, as it is counted; null as long as it is to be recorded. */
  readonly at: Date | null;
}

export interface Saying extends Telling {
  readonly amount: number | null;
}

// By which no two clocks differ. Nobody tells of a reversal before it happens.
const CLOCKS_APART_MS = HOUR_MS;
// By which the time that is counted differs from the one that it was made of.
const COUNTED_APART_MS = 1_000;

/** Takes what a notice says into the reversals of a capture: it is of one that the search has shown, by its name or else by its
 *  amount, or of another, which is added. A name outweighs an amount: what was taken for the one that is named now is told apart from
 *  it. A notice that names the capture in place of the reversal may be of any. */
export function hear(all: CountedReversal[], told: Saying, capture: string): void {
  if (all.some((one) => one.told?.name === told.name)) return;
  const named = all.find((one) => one.shown?.name === told.name);
  if (named?.told?.name === capture) return;
  if (named?.told) return hearOfTaken(all, { one: named, other: named.told }, told, capture);
  const found =
    named ??
    nearest(
      told,
      all.filter((one) => mayBe(told, one, capture)),
      ({ shown }) => shown?.at,
    );
  if (!found) return add(all, { told, shown: null, amount: told.amount });
  const left = found.told;
  found.told = told;
  if (left) hear(all, { ...left, amount: found.amount }, capture);
}

// The search shows one by this very name, for which `other`, another notice, was taken by its amount. So there are two: the
// time that is counted says which of them it was, and the other one is looked for anew, or added.
function hearOfTaken(
  all: CountedReversal[],
  { one, other }: { one: CountedReversal; other: Telling },
  told: Saying,
  capture: string,
): void {
  const { shown, amount } = one;
  if (isCountedAsTold(one)) {
    // It stays what the other notice told of; what is told of now is what the search shows, and was not counted.
    one.shown = null;
    add(all, { told, shown, amount: told.amount ?? amount });
  } else {
    // It is what the search shows, as is told of now; the other notice told of another.
    one.told = told;
    hear(all, { ...other, amount }, capture);
  }
}

/** Takes what the search shows into the reversals of a capture, where a notice has told of one by this name. False where none is named
 *  so. */
export function showByName(all: CountedReversal[], shown: Saying): boolean {
  if (all.some((one) => one.shown?.name === shown.name)) return true;
  const named = all.find((one) => one.told?.name === shown.name);
  if (!named) return false;
  takeShown(all, named, shown);
  return true;
}

// A notice names it as the search does now. What had been shown for it by the amount is another, unless it is known to be.
function takeShown(all: CountedReversal[], one: CountedReversal, shown: Saying): void {
  const { told, shown: other, amount } = one;
  const isOthers = other !== null && all.some(({ told: by }) => by?.name === other.name);
  if (other === null || isOthers || isCountedAsTold(one)) {
    one.shown = shown;
    if (other) showOrAdd(all, { ...other, at: noLaterThan(other, one), amount });
  } else {
    one.told = null;
    add(all, { told, shown, amount: shown.amount ?? amount });
  }
}

/** Has what the search shows, and none of ours is named as, stand for one of its amount that it does not show yet, or that stood for
 *  one that is further from it in time. False where there is none. */
export function showByAmount(all: CountedReversal[], shown: Saying): boolean {
  if (all.some((one) => one.shown?.name === shown.name)) return true;
  const one = nearest(
    shown,
    all.filter((known) => mayStandFor(known, shown)),
    timeOf,
  );
  if (!one) return false;
  const left = one.shown;
  one.shown = shown;
  if (left) showOrAdd(all, { ...left, at: noLaterThan(left, one), amount: one.amount });
  return true;
}

/** The same by its name or its amount, and adds what stands for none. */
export function showOrAdd(all: CountedReversal[], shown: Saying): void {
  if (showByName(all, shown) || showByAmount(all, shown)) return;
  add(all, { told: null, shown, amount: shown.amount });
}

function add(all: CountedReversal[], one: Pick<CountedReversal, 'told' | 'shown' | 'amount'>): void {
  all.push({ id: null, at: null, ...one });
}

// One whose time is unknown did not happen later than that of which it was taken for was told.
function noLaterThan({ at }: Telling, takenFor: CountedReversal): Date | null {
  return at ?? takenFor.at;
}

// Where the notice and the search name it differently they may mean two reversals: true when the time it is counted at is that of the
// notice, not of the search, and where the times cannot say.
function isCountedAsTold({ at, told, shown }: CountedReversal): boolean {
  if (!at || !shown?.at) return true;
  if (!told?.at) return apartMs(at, shown.at) > COUNTED_APART_MS;
  return apartMs(at, told.at) <= apartMs(at, shown.at);
}

// Whether a notice suits what was found by the amount: no other has named it, or one that suits by the amount alone too, and is further
// from it in time.
function mayBe(told: Saying, found: CountedReversal, capture: string): boolean {
  const { amount, shown, told: before } = found;
  if (told.amount !== null && told.amount !== amount) return false;
  if (!isBehind(told.at, shown)) return false;
  if (before === null) return true;
  const isByAmount = before.name !== capture && isOtherwiseNamed(found) && !isCountedAsTold(found);
  return isByAmount && isNearer(told, before, shown);
}

// Whether what is shown suits one by the amount: it stands for nothing else there, or by the amount alone for what is further from it
// in time.
function mayStandFor(known: CountedReversal, shown: Saying): boolean {
  const { amount, shown: before } = known;
  if (shown.amount === null || shown.amount !== amount) return false;
  const at = timeOf(known);
  if (!isBehind(at, shown)) return false;
  if (before === null) return true;
  // One whose time was not kept may be as near as can be.
  const isByAmount = before.at !== null && isOtherwiseNamed(known) && isCountedAsTold(known);
  return isByAmount && isNearer(shown, before, { at });
}

function timeOf({ at, told }: CountedReversal): Date | null {
  return at ?? told?.at ?? null;
}

function isOtherwiseNamed({ told, shown }: CountedReversal): boolean {
  return told !== null && shown !== null && told.name !== shown.name;
}

type Time = Pick<Telling, 'at'>;

function isNearer(one: Time, other: Time, to: Time | null): boolean {
  if (!one.at || !to?.at) return false;
  return !other.at || apartMs(one.at, to.at) < apartMs(other.at, to.at);
}

// But for the clocks, not earlier than it is shown to have happened.
function isBehind(at: Date | null, shown: Telling | null): boolean {
  return !at || !shown?.at || at.getTime() >= shown.at.getTime() - CLOCKS_APART_MS;
}

function nearest(
  to: Telling,
  those: readonly CountedReversal[],
  timeIn: (one: CountedReversal) => Date | null | undefined,
): CountedReversal | undefined {
  const fromMs = (one: CountedReversal): number => {
    const at = timeIn(one);
    return at && to.at ? apartMs(at, to.at) : 0;
  };
  return those.toSorted((one, other) => fromMs(one) - fromMs(other))[0];
}

function apartMs(one: Date, other: Date): number {
  return Math.abs(one.getTime() - other.getTime());
}
