import { BUDGET_MAX } from './queries.ts';

/** The calls a minute that a budget allows where all of them are scaled: at least one, and no more than can be counted. */
export function scaledBudget(budget: number, scale: number): number {
  return Math.min(BUDGET_MAX, Math.max(1, Math.floor(budget * scale)));
}
