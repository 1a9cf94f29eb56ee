import type { Rail, RailCode } from './rail.ts';

/** The rails of this deployment, by code. Made once in main.ts; a module sees only this. */
export interface Rails {
  get(code: RailCode): Rail | null;
}

export function railRegistry(rails: readonly Rail[]): Rails {
  const byCode = new Map(rails.map((rail) => [rail.code, rail]));
  return { get: (code) => byCode.get(code) ?? null };
}
