import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

// The example of the guide, put where the guide says and compiled with the tree as it is.

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const GUIDE = path.join(ROOT, 'docs/adding-an-operation.md');
const CATALOGUE = 'service/src/http/operations.ts';
const ROWS = 'wire/keys/operations.ts';
const QUERIES = 'service/src/modules/keys/queries.ts';
const ROUTES = 'service/src/modules/keys/routes.ts';
const COMPILING_MS = 180_000;

const [row, statement, route] = [...readFileSync(GUIDE, 'utf8').matchAll(/```ts\n([^]*?)```/g)].map(
  (match) => match[1]!,
);

/** The files that the example goes into, by their place in the tree. */
function written(of: { row: string; statement: string; route: string }): Map<string, string> {
  const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
  const into = (file: string, before: string, text: string) => {
    const whole = read(file);
    expect(whole).toContain(before);
    return whole.replace(before, () => `${text}${before}`);
  };
  const imports = "import { findKey } from './queries.ts';\nimport { Refusal } from '../../refusals.ts';\n";
  return new Map([
    [ROWS, into(ROWS, "  'keys.create': {", of.row)],
    [QUERIES, `${read(QUERIES)}\n${of.statement}`],
    [ROUTES, imports + into(ROUTES, "    route('keys.create'", of.route)],
  ]);
}

const parsed = new Map<string, ts.SourceFile | undefined>();

/** Where the compiler complains, once for each file. What is as it stands in the tree is parsed once. */
function complaintsOf(files: Map<string, string>): string[] {
  const { config } = ts.readConfigFile(path.join(ROOT, 'tsconfig.json'), ts.sys.readFile) as {
    config: object;
  };
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, ROOT);
  const host = ts.createCompilerHost(options);
  const parse = host.getSourceFile.bind(host);
  host.getSourceFile = (file, how) => {
    const text = files.get(path.relative(ROOT, file));
    if (text !== undefined) return ts.createSourceFile(file, text, how, true);
    if (!parsed.has(file)) parsed.set(file, parse(file, how));
    return parsed.get(file);
  };
  const looked = [CATALOGUE, ...files.keys()];
  const program = ts.createProgram(
    looked.map((file) => path.join(ROOT, file)),
    options,
    host,
  );
  return looked.filter((file) => {
    const source = program.getSourceFile(path.join(ROOT, file));
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].length > 0;
  });
}

const example = { row: row!, statement: statement!, route: route! };

test(
  'the example of the guide compiles where the guide puts it',
  () => {
    expect(complaintsOf(written(example))).toEqual([]);
  },
  COMPILING_MS,
);

test(
  'what the guide says would not compile does not',
  () => {
    // A refusal that nobody knows, and a statement of a change in the place of one that reads.
    const row = example.row.replace("'key_not_found'", "'key_lost'");
    const statement = example.statement.replace('db: Db', 'db: Tx');
    expect(complaintsOf(written({ ...example, row, statement }))).toEqual([CATALOGUE, ROUTES]);
  },
  COMPILING_MS,
);
