import type { TSchema } from 'typebox';
import type { Family } from './issues.ts';

export type Need = 'required' | 'allowed' | 'never';

/** How a provider is spoken to beside the wallet. */
export interface Speech {
  headers: Readonly<Record<string, { schema: TSchema; need: Need }>>;
  /** What it refuses with; `isAskedFor` where a fault chose the words. */
  refusal: (status: number, isAskedFor: boolean) => TSchema;
}

/** One call of the provider's interface: everything that may stand in it and in its answers. */
export interface Described {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `{name}` for what varies. */
  path: string;
  /** Whose refusals it may answer with. */
  family: Family;
  params?: Readonly<Record<string, TSchema>>;
  /** Left out: no query at all. */
  query?: TSchema;
  /** Left out: nothing, or an empty object. */
  body?: TSchema;
  /** Left out: JSON. Files travel in parts, which the log does not show. */
  sends?: 'form' | 'parts';
  /** By status; null is an answer without a body. */
  answers: Readonly<Record<number, TSchema | null>>;
  /** Left out: as the wallet is. A call that is not the service's is not judged. */
  speech?: Speech | 'of_others';
  /** The id by which the provider knows a repeated call. Left out: allowed. */
  requestId?: Need;
  /** The seller in whose name it is made. Left out: allowed. */
  assertion?: Need;
}
