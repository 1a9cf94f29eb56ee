import { id } from '../made-ids.ts';

/** What tables hold, a row for each number. */
export type Contents = readonly (readonly [into: string, values: string])[];

const MERCHANTS_PER_CHANNEL = 100;

export const hash = (name: string) => `sha256(('${name}' || i)::bytea)`;
// The same merchant's channel wherever both stand in a row.
export const CHANNEL = id('channel', `1 + i / ${MERCHANTS_PER_CHANNEL}`);
// Nothing ends while a test lasts, wherever it moves the clock to.
export const LATER = `now() + interval '1 year'`;
export const SETTLED = `case when i % 2 = 0 then 'done' else 'refused' end`;
