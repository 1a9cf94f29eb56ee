import { globSync } from 'node:fs';
import path from 'node:path';
import { type Target, readImports } from './imports.ts';

/** Where tests run, and with what around them. The first row that fits a test file speaks for it; the last fits all, so
 *  none is left out. A file _reaches_ what it imports, directly or through what it imports. */
export const PROJECTS = [
  // Judges what the others made the service ask of its database, so it runs behind them.
  { name: 'heard', fits: (file) => file === 'tests/world/scans/heard.test.ts' },
  // What must hold when processes die and the provider misbehaves.
  { name: 'faults', fits: (file) => file.startsWith('tests/faults/') },
  { name: 'browser', fits: reaching('package:playwright-core') },
  // Starts programs of its own.
  { name: 'process', fits: reaching('package:node:child_process') },
  // The service and the sandbox over HTTP.
  { name: 'flow', fits: reaching('tests/world/world.ts') },
  { name: 'module', fits: reaching('package:pg') },
  // Reads the code of the whole tree, whatever changed in it.
  { name: 'tree', fits: reaching('package:typescript') },
  // Nothing but the process it runs in: no database.
  { name: 'unit', fits: () => true },
] as const satisfies readonly Row[];

export type ProjectName = (typeof PROJECTS)[number]['name'];

interface Row {
  name: string;
  fits(file: Target, reached: ReadonlySet<Target>): boolean;
}

const IGNORED = ['node_modules', 'dist', '.fairway', '.git'];

function reaching(...targets: Target[]): Row['fits'] {
  return (_file, reached) => targets.some((target) => reached.has(target));
}

/** The project of a test file that reaches `reached`. */
function projectOf(file: Target, reached: ReadonlySet<Target>): ProjectName {
  return PROJECTS.find(({ fits }) => fits(file, reached))!.name;
}

/** Every test file below `root`, by project; a project without one has an empty list. */
export function readProjects(root: string): Record<ProjectName, string[]> {
  const imports = readImports(root, { types: false });
  const files = testFiles(root).map((file) => ({
    file,
    project: projectOf(file, imports.reachedFrom(file)),
  }));
  const rows = PROJECTS.map(({ name }) => [name, files.filter((it) => it.project === name)] as const);
  return Object.fromEntries(rows.map(([name, found]) => [name, found.map(({ file }) => file)])) as Record<
    ProjectName,
    string[]
  >;
}

/** Every test file below `root`, from there. */
export function testFiles(root: string): string[] {
  return globSync('**/*.test.ts', { cwd: root, exclude: (name) => IGNORED.includes(path.basename(name)) })
    .map((file) => file.replaceAll(path.sep, '/'))
    .sort();
}
