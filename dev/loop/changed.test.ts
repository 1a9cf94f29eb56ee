import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changedFiles } from './changed.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'fairway-changed-'));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function git(...flags: string[]): void {
  const who = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com'];
  execFileSync('git', [...who, ...flags], { cwd: root, stdio: 'ignore' });
}

function write(file: string, text: string): void {
  writeFileSync(path.join(root, file), text);
}

test('what differs from the last commit has changed, staged or not, new ones too', () => {
  git('init');
  for (const file of ['same', 'edited', 'staged', 'removed', '.gitignore']) write(file, 'ignored\n');
  git('add', '.');
  git('commit', '-m', 'first');
  write('edited', '2');
  write('staged', '2');
  git('add', 'staged');
  rmSync(path.join(root, 'removed'));
  write('a new one.ts', '');
  write('ignored', '');
  expect(changedFiles(root)).toEqual(['a new one.ts', 'edited', 'staged']);
});

test('without a history nothing tells what has changed', () => {
  expect(changedFiles(root)).toBeNull();
});
