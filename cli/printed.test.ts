import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { commandLine, greeting } from '../dev/greeting.ts';

// What is printed for people to run is run by them in any folder, and there it must not fetch a stranger's program.

const ROOT = path.resolve(import.meta.dirname, '..');
const elsewhere = mkdtempSync(path.join(tmpdir(), 'fairway-elsewhere-'));
afterAll(() => rmSync(elsewhere, { recursive: true, force: true }));

const { name, version, bin } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  name: string;
  version: string;
  bin: Record<string, string>;
};

function greetingOf(home: string): string {
  const ids = { channel_id: 'channel', channel_key: 'key', merchant_id: 'merchant' };
  const demo = { ...ids, checkout_url: 'http://127.0.0.1:1/checkout/cs_1', notes: [] };
  const urls = { base_url: 'http://127.0.0.1:1', sandbox_url: 'http://127.0.0.1:2' };
  return greeting({
    deployment: { ...urls, operator_token: 'token' },
    demo,
    shop_url: 'http://127.0.0.1:3',
    home,
    readySeconds: 1,
  });
}

function versionBy(line: string, from = ROOT) {
  const script = `cd '${from}'\n${line}\ncd '${elsewhere}'\nfairway --version`;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', script], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('the package has a name of a scope, and its program is called fairway', () => {
  expect(name).toMatch(/^@fairway\//);
  expect(Object.keys(bin)).toEqual(['fairway']);
});

test('no instruction has npx look for the program by its bare name', () => {
  const exclude = (name: string) => ['node_modules', '.git', '.fairway'].includes(path.basename(name));
  const files = globSync('**/*.{md,ts,mjs,json,yml}', { cwd: ROOT, exclude });
  expect(files.length).toBeGreaterThan(500);
  const told = files.filter((file) => {
    return /\bnpx (?:-\S+ )*fairway\b/.test(readFileSync(path.join(ROOT, file), 'utf8'));
  });
  expect(told).toEqual([]);
});

describe('the program is called from another folder', () => {
  test('by the line that npm start prints', () => {
    expect(versionBy(commandLine(), '/')).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });

  test('also where the path of the clone has blanks and quotes in it', () => {
    const clone = path.join(elsewhere, "a clone of one's own");
    mkdirSync(clone);
    const program = path.join(clone, 'fairway.mjs');
    writeFileSync(program, `console.log(process.argv[2] === '--version' ? '${version}' : 'other');`);
    expect(versionBy(commandLine('', program), '/').stdout).toBe(`${version}\n`);
  });

  test('by the line of a start that has a home of its own, which is the one that it drives', () => {
    const home = path.join(elsewhere, "a home of one's own");
    const program = path.join(elsewhere, 'tells.mjs');
    writeFileSync(program, 'console.log(process.env.FAIRWAY_HOME);');
    const printed = greetingOf(home);
    const line = /^ {2}(fairway\(\) .*)$/m.exec(printed)![1]!.replace(/node '.*' /, `node '${program}' `);
    expect(versionBy(line, '/').stdout).toBe(`${home}\n`);
    expect(printed).toMatch(/FAIRWAY_HOME='.*' npm run journey/);
    expect(greetingOf(path.join(ROOT, '.fairway'))).not.toContain('FAIRWAY_HOME');
  });

  test.each(['README.md', 'docs/cli.md'])('by the lines of %s', (file) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    const lines = /^CLONE=[^]*?^fairway\(\).*$/m.exec(text)![0];
    expect(versionBy(lines)).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });
});

test('each decision of docs/gaps.md has a number of its own, and those named elsewhere are there', () => {
  const gaps = readFileSync(path.join(ROOT, 'docs/gaps.md'), 'utf8');
  const numbers = [...gaps.matchAll(/^- \*\*(G\d+) ·/gm)].map(([, number]) => number!);
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  const named = [...gaps.matchAll(/\bG\d+\b/g)].map(([number]) => number);
  expect(named.filter((number) => !numbers.includes(number))).toEqual([]);
});
