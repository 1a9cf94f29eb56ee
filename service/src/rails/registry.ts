import { RAIL_KINDS } from './kinds.ts';
import type { OnboardingFacet, PageFacet, Rail, RailKind } from './rail.ts';

/** The rails of this deployment. Made once, in compose.ts; a module sees only this. */
export interface Rails {
  /** The rail of this code; null where this deployment has none. */
  get(code: string): Rail | null;
  /** What is known of the rail of this code, whether or not this deployment has it. Throws for no rail at all. */
  kind(code: string): RailKind;
  /** The codes of the rails that part the platform's fee from a payment. */
  splitting(): readonly string[];
  /** The codes of the rails of this deployment whose books can be searched. */
  searched(): readonly string[];
  /** What brings each rail of this deployment into a buyer's browser. */
  pages(): readonly PageFacet[];
  /** The rail whose merchants consent at the provider; without a facet where this deployment does not have it. */
  onboarding(): { readonly code: string; readonly facet: OnboardingFacet | null };
}

export function railRegistry(rails: readonly Rail[]): Rails {
  const byCode = new Map(rails.map((rail) => [rail.code, rail]));
  const kindByCode = new Map(RAIL_KINDS.map((kind) => [kind.code, kind]));
  const { code } = RAIL_KINDS.find(({ traits }) => traits.seller === 'onboarded')!;
  return {
    get: (code) => byCode.get(code) ?? null,
    kind: (code) => {
      const kind = kindByCode.get(code);
      if (!kind) throw new Error(`${code} is no rail`);
      return kind;
    },
    splitting: () =>
      RAIL_KINDS.filter(({ traits }) => traits.platform_fee === 'split').map((kind) => kind.code),
    searched: () =>
      RAIL_KINDS.map((kind) => kind.code).filter((code) => byCode.get(code)?.books?.search !== undefined),
    pages: () => RAIL_KINDS.flatMap((kind) => byCode.get(kind.code)?.page ?? []),
    onboarding: () => ({ code, facet: byCode.get(code)?.onboarding ?? null }),
  };
}
