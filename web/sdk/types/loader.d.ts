import type * as Published from './fairway.d.ts';

/** What the script defines. */
export type Fairway = typeof Published;

export interface LoadOptions {
  /** The address of your Fairway. Where this loader came from when left out; a bundled module has to be told. */
  baseUrl?: string;
  /** How long one try may take, 10 s when left out. There are two. */
  timeoutMs?: number;
  cspNonce?: string;
}

/** Loads the script once, however often it is called, and tells what it defines; null where there is no document. After
 *  a failure the next call tries anew. */
export declare function loadFairway(options?: LoadOptions): Promise<Fairway | null>;
