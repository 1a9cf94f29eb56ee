import { execFile } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { inTurn, isTaken } from '../../bin/turn.mjs';

const TURN = new URL('../../bin/turn.mjs', import.meta.url).href;
const COMMANDS = 5;

const folder = mkdtempSync(path.join(os.tmpdir(), 'turn-'));
const file = path.join(folder, 'kept', 'installing');
const written = path.join(folder, 'written');

afterAll(() => rmSync(folder, { recursive: true }));

// What a command does in its turn takes long enough for the others to come meanwhile.
const command = `
  import { appendFileSync } from 'node:fs';
  import { inTurn } from ${JSON.stringify(TURN)};
  const [, file, written, how] = process.argv;
  inTurn(file, (holder) => console.log('waits for', holder), () => {
    appendFileSync(written, 'begins ');
    for (let i = 0; i < 40; i += 1) appendFileSync(written, '');
    if (how === 'fails') process.exit(1);
    appendFileSync(written, 'ends ');
  });
`;

function run(...more: string[]) {
  const program = ['--input-type=module', '--eval', command, file, written, ...more];
  return promisify(execFile)(process.execPath, program);
}

/** The id of a process that is no more. */
async function idOfNobody(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--print', 'process.pid']);
  return stdout.trim();
}

test('of commands that are started at once, one works at a time, and all do', async () => {
  writeFileSync(written, '');
  await Promise.all(Array.from({ length: COMMANDS }, () => run()));
  expect(readFileSync(written, 'utf8')).toBe('begins ends '.repeat(COMMANDS));
  expect(existsSync(file)).toBe(false);
});

test('a command that fails in its turn leaves it to the next', async () => {
  writeFileSync(written, '');
  await expect(run('fails')).rejects.toMatchObject({ code: 1 });
  await run();
  expect(readFileSync(written, 'utf8')).toBe('begins begins ends ');
});

test('the turn of a process that is gone is over', async () => {
  writeFileSync(file, await idOfNobody());
  expect(isTaken(file)).toBe(false);
  const { stdout } = await run();
  expect(stdout).toBe('');
  expect(existsSync(file)).toBe(false);
});

test('whoever waits is told once for whom', async () => {
  writeFileSync(file, String(process.pid));
  expect(isTaken(file)).toBe(true);
  const waiting = execFile(process.execPath, ['--input-type=module', '--eval', command, file, written]);
  const said: string = await new Promise((resolve) => waiting.stdout!.once('data', resolve));
  expect(said).toBe(`waits for ${process.pid}\n`);
  rmSync(file);
  expect(await new Promise((resolve) => waiting.once('exit', resolve))).toBe(0);
});

test('where no turn can be written, nobody waits', () => {
  const impossible = path.join(written, 'installing');
  inTurn(
    impossible,
    () => expect.unreachable(),
    () => appendFileSync(written, 'here'),
  );
  expect(readFileSync(written, 'utf8')).toMatch(/here$/);
});
