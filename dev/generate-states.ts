import { readdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { isLaunched } from './is-launched.ts';

// Writes docs/states.md from the tables of moves that the service itself runs by: modules/*/lifecycle.ts. A test
// compares the file with what this prints.

const MODULES = new URL('../service/src/modules/', import.meta.url);
const TARGET = new URL('../docs/states.md', import.meta.url);
const TABLE_NAME = /^([A-Z_]+)_MOVES$/;

/** One way from a state to the next, and the event that tells of it. */
export type Move = readonly [from: string, trigger: string, to: string, event: string | null];

/** A thing with states, by the name and the moves that its module exports. */
interface Lifecycle {
  readonly name: string;
  readonly source: string;
  readonly moves: readonly Move[];
}

/** Every table of moves that a module exports as `<NAME>_MOVES`, in order of module and name. */
export async function readLifecycles(): Promise<Lifecycle[]> {
  const names = (await readdir(MODULES, { recursive: true })).filter((name) =>
    /(?:^|\/)lifecycle\.ts$/.test(name),
  );
  const found = await Promise.all(
    names.toSorted().map(async (name) => {
      const exported = (await import(new URL(name, MODULES).href)) as Record<string, unknown>;
      const tables = Object.keys(exported).filter((key) => TABLE_NAME.test(key));
      return tables.toSorted().map((key) => ({
        name: TABLE_NAME.exec(key)![1]!.toLowerCase().replaceAll('_', ' '),
        source: `service/src/modules/${name}`,
        moves: exported[key] as readonly Move[],
      }));
    }),
  );
  return found.flat();
}

/** The text of docs/states.md: for each lifecycle a picture and a table. */
export async function statesOf(lifecycles: readonly Lifecycle[]): Promise<string> {
  const lines = [
    '# States',
    '',
    '<!-- Printed by `npm run states`; do not edit. -->',
    '',
    'What is not a row of a table below cannot happen: news that finds no row for the state it meets changes nothing,',
    'which is what makes repeated and late news harmless.',
    ...lifecycles.flatMap(chapterOf),
  ];
  return format(lines.join('\n'), { parser: 'markdown', printWidth: 110 });
}

function chapterOf({ name, source, moves }: Lifecycle): string[] {
  const states = moves.flatMap(([from, , to]) => [from, to]);
  const first = [...new Set(states)].filter(
    (state) => !moves.some(([from, , to]) => to === state && from !== state),
  );
  const last = [...new Set(states)].filter(
    (state) => !moves.some(([from, , to]) => from === state && to !== state),
  );
  return [
    '',
    `## ${name[0]!.toUpperCase()}${name.slice(1)}`,
    '',
    `Defined in \`${source}\`.`,
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...first.map((state) => `  [*] --> ${state}`),
    ...moves.map(([from, trigger, to]) => `  ${from} --> ${to}: ${trigger}`),
    ...last.map((state) => `  ${state} --> [*]`),
    '```',
    '',
    '| From | Trigger | To | Event |',
    '|---|---|---|---|',
    ...moves.map(([from, trigger, to, event]) => `| ${from} | ${trigger} | ${to} | ${event ?? 'none'} |`),
  ];
}

if (isLaunched(import.meta.url))
  await writeFile(fileURLToPath(TARGET), await statesOf(await readLifecycles()));
