import type { DifferenceRow } from './queries.ts';

export function differenceView({ day_id: _day, found_at, seen_at, closed_at, ...difference }: DifferenceRow) {
  return {
    ...difference,
    found_at: found_at.toISOString(),
    seen_at: seen_at.toISOString(),
    closed_at: closed_at?.toISOString() ?? null,
  };
}
