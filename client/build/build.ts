import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { format } from 'prettier';
import { ROOT } from '../../bin/launch.mjs';
import { compilerFor } from '../../dev/loop/checks.ts';
import { printContract } from './print-contract.ts';

// What is packed: JavaScript and its types, in which nothing of the wire or of its packages is left.

const CLIENT = path.join(ROOT, 'client');
const OPTIONS = {
  target: 'es2022',
  module: 'nodenext',
  declaration: true,
  rewriteRelativeImportExtensions: true,
  strict: true,
  verbatimModuleSyntax: true,
  types: ['node'],
  typeRoots: [path.join(ROOT, 'node_modules', '@types')],
};

/** Builds into `into`, which is emptied first. */
export async function buildClient(into: string): Promise<void> {
  const source = await mkdtemp(path.join(tmpdir(), 'fairway-client-'));
  try {
    await cp(path.join(CLIENT, 'src'), source, {
      recursive: true,
      filter: (file) => !/\.test\.ts$/.test(file),
    });
    await writeFile(path.join(source, 'contract.ts'), await contractText());
    await writeFile(path.join(source, 'package.json'), JSON.stringify({ type: 'module' }));
    const compilerOptions = { ...OPTIONS, rootDir: source, outDir: into };
    await writeFile(
      path.join(source, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['index.ts'] }),
    );
    await rm(into, { recursive: true, force: true });
    compile(source);
    await nameBuiltFiles(into);
  } finally {
    await rm(source, { recursive: true, force: true });
  }
}

/** `contract.ts` as it is packed. */
export async function contractText(): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(CLIENT, 'package.json'), 'utf8')) as {
    version: string;
  };
  return format(printContract(version), { parser: 'typescript', printWidth: 110, singleQuote: true });
}

function compile(project: string): void {
  const [compiler] = compilerFor(process);
  const args = [path.join(ROOT, 'node_modules', compiler), '--project', project];
  const run = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`The client does not compile.\n${run.stdout}${run.stderr}`);
}

// The compiler leaves the names of the sources in the types.
async function nameBuiltFiles(folder: string): Promise<void> {
  const types = (await readdir(folder)).filter((file) => file.endsWith('.d.ts'));
  for (const file of types.map((name) => path.join(folder, name))) {
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/(from '|import\(')(\.\/[\w-]+)\.ts'/g, "$1$2.js'"));
  }
}
