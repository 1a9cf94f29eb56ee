import type { Catalogue } from './catalogue.ts';
import { ar } from './ar.ts';
import { cs } from './cs.ts';
import { da } from './da.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fa } from './fa.ts';
import { fi } from './fi.ts';
import { fr } from './fr.ts';
import { he } from './he.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';
import { nb } from './nb.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';
import { sv } from './sv.ts';
import { tr } from './tr.ts';
import { zh } from './zh.ts';

/** The languages of the payment page, by their tags. */
export const CATALOGUES = {
  ...{ ar, cs, da, de, en, es, fa, fi, fr, he },
  ...{ it, ja, ko, nb, nl, pl, pt, sv, tr, zh },
} as const satisfies Readonly<Record<string, Catalogue>>;

export type Language = keyof typeof CATALOGUES;
