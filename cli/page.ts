import { UsageError } from './command.ts';
import { tableOf } from './output.ts';

/** The options by which a part of a list is asked for; `usual` is how many the service answers when none is said. */
export const pageOptions = (usual: number) =>
  ({
    limit: { type: 'string', value: '<n>', summary: `how many, ${usual} when left out` },
    offset: { type: 'string', value: '<n>', summary: 'how many to pass over' },
  }) as const;

/** The part of a list that is asked for. */
export function pageOf(values: Readonly<Record<string, unknown>>): { limit?: number; offset?: number } {
  const asked = (['limit', 'offset'] as const).flatMap((name) => {
    const text = values[name];
    if (text === undefined) return [];
    if (typeof text !== 'string' || !/^\d{1,9}$/.test(text))
      throw new UsageError(`--${name} takes a whole number`);
    return [[name, Number(text)]];
  });
  return Object.fromEntries(asked) as { limit?: number; offset?: number };
}

/** A part of a list for a person: a row for each, and how many they are of how many there are. */
export function listed<T>(
  total: number | string,
  headings: readonly string[],
  items: readonly T[],
  cellsOf: (item: T) => readonly string[],
): string {
  if (total === 0) return 'None.';
  return `${tableOf(headings, items.map(cellsOf))}\n${items.length} of ${total}`;
}

/** How many there are of what the service does not count: a part that is not full is the last. */
export function uncounted(
  shown: number,
  { limit, offset = 0 }: ReturnType<typeof pageOf>,
  usual: number,
): number | string {
  if (shown === 0) return 0;
  return shown < (limit ?? usual) ? offset + shown : `${offset + shown} or more`;
}
