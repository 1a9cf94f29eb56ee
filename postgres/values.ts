import { type CustomTypesConfig, types } from 'pg';

const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;
const TEXT_ARRAY = 1009;
const INT8_ARRAY = 1016;

const readTexts = types.getTypeParser(TEXT_ARRAY as never, 'text') as (text: string) => string[];

const READERS = new Map<number, (text: string) => unknown>([
  [INT8, exactInteger],
  [INT8_ARRAY, (text) => readTexts(text).map(exactInteger)],
  [DATE, (text) => text],
  [TIMESTAMPTZ, (text) => new Date(text)],
]);

/** How values are read: integers of eight bytes as exact numbers, one that a number cannot hold being an error and never
 *  a rounded value; times as dates; a day as its text, which has no hours; all else as the driver reads it. */
export const VALUES: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    READERS.get(oid) ?? (types.getTypeParser(oid, format) as (text: string) => unknown),
};

function exactInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer out of range: ${text}`);
  return value;
}
