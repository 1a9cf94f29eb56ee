import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { fairwayClient } from '../client/src/index.ts';
import { callTable, withCallTable } from './generate-calls.ts';

test('the README of the client lists what the client can do', async () => {
  const written = await readFile(new URL('../client/README.md', import.meta.url), 'utf8');
  expect(written).toBe(await withCallTable(written));
});

test('each call of the list is one of the client, and none is left out', () => {
  const fairway = fairwayClient({ baseUrl: 'https://pay.example.com' });
  const rows = callTable().split('\n').slice(2);
  const listed = rows.flatMap((row) => {
    const [, group = '', calls = ''] = row.split('|');
    return [...calls.matchAll(/`([\w.]+)`/g)].map(
      ([, call]) => `${group.trim().replaceAll('`', '')}.${call}`,
    );
  });
  const { forMerchant: _forMerchant, ...groups } = fairway;
  expect(listed.toSorted()).toEqual(callsOf(groups, '').toSorted());
});

test('what a row says of the key is true of each of its calls', () => {
  const rows = callTable().split('\n');
  expect(rows).toContain('| `orders` | `create` | merchant’s key |');
  expect(rows).toContain('| `orders` | `capture` | channel’s key for a merchant |');
  expect(rows).toContain('| `sessions` | `read` `clientToken` | none |');
});

function callsOf(group: object, prefix: string): string[] {
  return Object.entries(group).flatMap(([name, part]: [string, object]) => [
    ...(typeof part === 'function' ? [`${prefix}${name}`] : []),
    ...callsOf(part, `${prefix}${name}.`),
  ]);
}
