import { type RefusalName, REFUSALS } from '../../wire/refusals.ts';

export { type RefusalName, REFUSALS };

/** Whether a word that was kept is the name of a refusal in this release. */
export function isRefusalName(word: string): word is RefusalName {
  return Object.hasOwn(REFUSALS, word);
}

/** What whoever waited for a call that was refused reads, by the name that was kept of it. A release beside this one may have kept
 *  none, or one that is not known here: nobody knows then, and who asks again is told. */
export function keptRefusal(name: string | null): RefusalName {
  return name !== null && isRefusalName(name) ? name : 'outcome_unknown';
}

/** A request refused for a named reason. `extra` adds members to the answer's body, `headers` to its head. */
export class Refusal extends Error {
  readonly refusal: RefusalName;
  readonly extra: Record<string, unknown>;
  readonly headers: Record<string, string>;
  constructor(
    name: RefusalName,
    more: { extra?: Record<string, unknown>; headers?: Record<string, string> } = {},
  ) {
    super(name);
    this.refusal = name;
    this.extra = more.extra ?? {};
    this.headers = more.headers ?? {};
  }
}

/** One field that does not hold, in the shape a 422 lists it. */
export interface FieldProblem {
  loc: readonly (string | number)[];
  msg: string;
  type: string;
  ctx?: Record<string, unknown>;
  input?: unknown;
}

/** A request whose fields do not hold: answered 422 with every problem found. */
export class InvalidFields extends Error {
  readonly problems: readonly FieldProblem[];
  constructor(problems: readonly FieldProblem[]) {
    super('invalid fields');
    this.problems = problems;
  }
}

/** An amount that is none of its currency (`digits`), or that the merchant's provider cannot be told (`inexact`,
 *  `too_large`). Whoever read it from a request knows the field. */
export class UnfitAmount extends Error {
  readonly why: 'digits' | 'grammar' | 'inexact' | 'too_large';
  readonly currency: string;
  constructor(why: UnfitAmount['why'], currency: string) {
    super(`an amount in ${currency}: ${why}`);
    this.why = why;
    this.currency = currency;
  }
}

/** A value that cannot be what it is meant for, in all of it or in a member. Whoever read it from a request knows the field. What is
 *  secret has no `input`: it is not repeated. */
export class UnfitValue extends Error {
  readonly problems: readonly (Omit<FieldProblem, 'loc'> & { member: string | null })[];
  constructor(problems: UnfitValue['problems']) {
    super('unfit value');
    this.problems = problems;
  }
}

/** An Idempotency-Key that was used before, with another body. */
export class KeyOfOtherBody extends Error {
  readonly key: string;
  constructor(key: string) {
    super('an Idempotency-Key of another body');
    this.key = key;
  }
}

/** More calls than the budget allows: answered 429 with the budget's own words. */
export class BudgetExceeded extends Error {
  readonly limit: number;
  constructor(limit: number) {
    super('budget exceeded');
    this.limit = limit;
  }
}
