import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readLifecycles, statesOf } from './generate-states.ts';

test('docs/states.md is what the lifecycles say', async () => {
  const written = await readFile(new URL('../docs/states.md', import.meta.url), 'utf8');
  expect(written).toBe(await statesOf(await readLifecycles()));
});

test('a picture begins where nothing leads and ends where nothing leads on', async () => {
  const moves = [
    ['open', 'paid', 'closed', 'door.closed'],
    ['open', 'knocked', 'open', null],
  ] as const;
  const text = await statesOf([{ name: 'front door', source: 'door.ts', moves }]);
  expect(text).toContain('## Front door');
  expect(text).toContain('[*] --> open\n  open --> closed: paid\n  open --> open: knocked\n  closed --> [*]');
  expect(text).toMatch(/\| open +\| knocked +\| open +\| none +\|/);
});
