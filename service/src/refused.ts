import { Refusal, type RefusalName, UnfitAmount } from './refusals.ts';

/** What a verb answers that did not do what was asked: why, by name, and what is said beside the words of that. */
export interface Refused {
  readonly kind: 'refused';
  readonly refusal: RefusalName;
  readonly extra: Readonly<Record<string, unknown>>;
}

export function refused(refusal: RefusalName, extra: Refused['extra'] = {}): Refused {
  return { kind: 'refused', refusal, extra };
}

/** What a verb answers that cannot do it with such an amount. */
export interface Unfit {
  readonly kind: 'unfit';
  readonly why: UnfitAmount['why'];
  readonly currency: string;
}

/** What came of a verb that did what was asked. Throws why another did not, for whoever answers a request by it: a Refusal, or
 *  UnfitAmount. */
export function orThrow<T extends { readonly kind: string }>(result: T | Refused | Unfit): T {
  if (isRefused(result)) throw errorOf(result);
  if (isUnfit(result)) throw new UnfitAmount(result.why, result.currency);
  return result;
}

/** What was refused, as the error by which a request is answered. */
export function errorOf({ refusal, extra }: Refused): Refusal {
  return new Refusal(refusal, { extra: { ...extra } });
}

function isRefused(result: { readonly kind: string }): result is Refused {
  return result.kind === 'refused';
}

function isUnfit(result: { readonly kind: string }): result is Unfit {
  return result.kind === 'unfit';
}
