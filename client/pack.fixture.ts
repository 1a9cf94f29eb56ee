import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { npmCommand } from '../bin/install.mjs';
import { ROOT } from '../bin/launch.mjs';

const COMPILER = path.join(ROOT, 'node_modules/typescript/bin/tsc');
const RUN_MS = 180_000;

/** The usual settings of two kinds of projects: a program of Node's own, and one that a bundler puts together. */
export const SETTINGS = {
  node: { module: 'nodenext', lib: ['es2022'], types: [] },
  bundler: { module: 'esnext', moduleResolution: 'bundler', exactOptionalPropertyTypes: true, types: [] },
} as const;

/** Packs a package as it would be published, and installs it into an empty project, without a network. */
export function installPacked(source = 'client'): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'fairway-packed-'));
  const flags = ['pack', path.join(ROOT, source), '--pack-destination', folder, '--json'];
  const [{ filename }] = JSON.parse(npm(flags, folder)) as [{ filename: string }];
  const project = path.join(folder, 'shop');
  mkdirSync(project);
  writeFileSync(
    path.join(project, 'package.json'),
    JSON.stringify({ name: 'shop', type: 'module', private: true }),
  );
  npm(['install', '--offline', '--no-audit', '--no-fund', path.join(folder, filename)], project);
  return project;
}

/** Compiles a file of the project, the types of its packages included; answers what the compiler complains of. */
export function complaintsOf(project: string, file: string, settings: keyof typeof SETTINGS): string {
  const compilerOptions = { target: 'es2022', strict: true, outDir: 'made', ...SETTINGS[settings] };
  writeFileSync(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }));
  const run = spawnSync(process.execPath, [COMPILER], { cwd: project, encoding: 'utf8', timeout: RUN_MS });
  return run.stdout + run.stderr;
}

/** The program that the README shows under this name. */
export function shownInReadme(name: string): string {
  const text = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  const shown = [...text.matchAll(/```ts\n([^]*?)```/g)].find((match) => match[1]!.startsWith(`// ${name}`));
  return shown![1]!;
}

function npm(flags: string[], cwd: string): string {
  const { command, flags: args } = npmCommand(flags);
  const run = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: RUN_MS });
  if (run.status !== 0) throw new Error(`npm ${flags.join(' ')}: ${run.stderr}`);
  return run.stdout;
}
