import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { CALLS } from '../client/src/contract.ts';
import { OPERATIONS } from '../wire/operations.ts';
import type { Operation } from '../wire/operation.ts';
import { isLaunched } from './is-launched.ts';

// Writes the calls of the client into client/README.md from the rows that the client itself is made of. A test compares the
// file with what this prints.

const README = new URL('../client/README.md', import.meta.url);
const BEGIN = '<!-- Printed by `npm run calls`; do not edit. -->';
const END = '<!-- End of what is printed. -->';
const WITH: Readonly<Record<Operation['accepts'][number], string>> = {
  channel: 'channel’s key',
  channel_merchant: 'channel’s key for a merchant',
  merchant: 'merchant’s key',
  dashboard: 'dashboard token',
  owner: 'owner’s session',
  operator: 'operator’s token',
};

/** The calls of the client in a table: a row for what of a group is made with the same keys. */
export function callTable(): string {
  const groups = Map.groupBy(Object.keys(CALLS), groupOf);
  return [
    '| `fairway.` | Calls | `key` |',
    '|---|---|---|',
    ...[...groups].flatMap(([group, ids]) =>
      [...Map.groupBy(ids, keysOf)].map(([keys, alike]) => {
        const calls = alike.map((id) => `\`${camelCased(id.slice(group.length + 1))}\``);
        return `| \`${camelCased(group)}\` | ${calls.join(' ')} | ${keys} |`;
      }),
    ),
  ].join('\n');
}

/** A text with the table between its marks. */
export async function withCallTable(text: string): Promise<string> {
  const [before, rest] = text.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error('client/README.md has no place for the calls.');
  const whole = `${before}${BEGIN}\n\n${callTable()}\n\n${END}${after}`;
  return format(whole, { parser: 'markdown', printWidth: 110, singleQuote: true });
}

// The operator's are as many as all others, and have nouns of their own.
function groupOf(id: string): string {
  const names = id.split('.');
  return names.slice(0, names[0] === 'operator' ? 2 : 1).join('.');
}

function keysOf(id: string): string {
  const { accepts } = (OPERATIONS as Readonly<Record<string, Operation>>)[id]!;
  return accepts.length > 0 ? accepts.map((one) => WITH[one]).join(', ') : 'none';
}

function camelCased(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

if (isLaunched(import.meta.url))
  await writeFile(fileURLToPath(README), await withCallTable(await readFile(README, 'utf8')));
