import type { Chance } from './chance.ts';

/** What a scenario counted, to be shown, and what was not as it must be, as sentences. */
export interface Report {
  figures: Record<string, number | string>;
  breaches: string[];
}

/** Something that goes wrong on purpose, by its name. */
export interface Scenario {
  name: string;
  run(chance: Chance): Promise<Report>;
}
