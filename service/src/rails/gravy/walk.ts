import { parseObject, textAt } from '../http/json.ts';
import { momentAt } from '../http/moments.ts';

/** How far a list is walked. What moved last stands first, so that what moves while it is walked is passed by; then what moved since
 *  the walk began is walked again, until nothing has. */
export interface Walk {
  /** What moved before this is of no interest, or was walked. */
  since: string;
  isAgain: boolean;
  cursor: string | null;
  /** When the newest moved that this walk began with. */
  newest: string | null;
}

/** The beginning of a walk. */
export function walkFrom(since: string, isAgain: boolean): Walk {
  return { since, isAgain, cursor: null, newest: null };
}

/** Where a walk goes on behind a page; null when all of it was read. */
export function walkOn(walk: Walk, cursor: string | null): Walk | null {
  if (cursor !== null) return { ...walk, cursor };
  // What was read at one stroke is whole.
  return walk.cursor === null || walk.newest === null ? null : walkFrom(walk.newest, true);
}

/** The text of a walk, and the walk of a text; null of one that is none. */
export function markOf(walk: Walk): string {
  return JSON.stringify(walk);
}

export function walkOf(mark: string): Walk | null {
  const told = parseObject(mark);
  const since = told && momentAt(told, 'since');
  if (!told || !since) return null;
  const isAgain = told['isAgain'] === true;
  return { since, isAgain, cursor: textAt(told, 'cursor'), newest: momentAt(told, 'newest') };
}
