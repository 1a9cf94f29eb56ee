import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { CODES } from '../service/src/contract/codes.ts';
import { isLaunched } from './is-launched.ts';

// `npm run codes` prints the table of codes into docs/errors.md, from the catalogue of refusals and what the reference says
// to do about each. A test compares them.

export const GUIDE = new URL('../docs/errors.md', import.meta.url);
const TABLE = /(?<=<!-- Printed by `npm run codes`; do not edit\. -->\n)[^]*?(?=\n## )/;

/** docs/errors.md with the table as it should be. */
export async function guideWithCodes(): Promise<string> {
  const rows = CODES.map(
    ({ code, status, words, next }) => `| ${status} | \`${code}\` | ${words} | ${next} |`,
  );
  const table = ['| Status | `code` | `detail` | Do |', '| --- | --- | --- | --- |', ...rows].join('\n');
  const guide = (await readFile(GUIDE, 'utf8')).replace(TABLE, () => `\n${table}\n`);
  const path = fileURLToPath(GUIDE);
  return format(guide, { ...(await resolveConfig(path)), filepath: path });
}

if (isLaunched(import.meta.url)) await writeFile(GUIDE, await guideWithCodes());
