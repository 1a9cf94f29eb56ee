import type { Html } from '../../../markup/html.ts';
import type { Acts } from './acts.ts';
import type { View, Visit } from './visit.ts';

/** A fault worth a button of its own. */
export interface Recipe {
  words: string;
  fields: Readonly<Record<string, string>>;
}

/** What a wing shows in the inspector. */
export interface Rooms {
  views: readonly View[];
  acts: Acts;
  recipes?: readonly Recipe[];
  /** Headers of the party's interface that a repeated call needs. */
  repeatedHeaders?: readonly string[];
  overview?: {
    facts: () => readonly (readonly [name: string, value: Html | string])[];
    latest: (visit: Visit) => Promise<Html | null>;
  };
}
