import type { Command } from './command.ts';
import type { Listed } from './commands.ts';
import { terminalColumns } from './output.ts';

const COMMON = [
  ['--json', 'print results as lines of JSON'],
  ['-h, --help', 'print this'],
] as const;
const WIDTH = 100;
const LEAST_WIDTH = 20;

/** All commands, or those of one noun, a line each. */
export function overview(commands: readonly Listed[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.flatMap(({ name, summary }) =>
    hanging(`  fairway ${name.padEnd(width)}  `, summary),
  );
  return [
    'Usage:',
    ...lines,
    '',
    ...wrapped('A noun may stand in either number: `merchant list` is `merchants list`.'),
    ...wrapped(
      '`fairway <command> --help` tells its options, `fairway --version` the release. Exit codes: 0 done, 1 failed, ' +
        '2 misused, 3 not allowed, 4 not found, 5 conflict, 6 too many calls, 7 unavailable. docs/cli.md has all of it.',
    ),
    '',
  ].join('\n');
}

/** The help of one command. */
export function helpOf({ name, summary }: Listed, command: Command): string {
  const words = command.positionals.map((one) =>
    one.endsWith('?') ? ` [<${one.slice(0, -1)}>]` : ` <${one}>`,
  );
  const own = Object.entries(command.options).map(
    ([option, { value, summary: what, isRequired }]) =>
      [`--${option}${value ? ` ${value}` : ''}`, isRequired ? `${what} (required)` : what] as const,
  );
  const rows = [...own, ...COMMON];
  const width = Math.max(...rows.map(([option]) => option.length));
  return [
    `fairway ${name}${words.join('')} [options]`,
    '',
    `${summary[0]!.toUpperCase()}${summary.slice(1)}.`,
    ...(command.detail ? ['', ...wrapped(command.detail)] : []),
    '',
    ...rows.flatMap(([option, what]) => hanging(`  ${option.padEnd(width)}  `, what)),
    '',
  ].join('\n');
}

/** `text` behind its name; on a terminal that is too narrow it goes on below itself. */
function hanging(name: string, text: string): string[] {
  const lines = wrapped(text, Math.max(terminalColumns() - name.length, LEAST_WIDTH));
  return lines.map((line, place) => (place > 0 ? ' '.repeat(name.length) : name) + line);
}

function wrapped(text: string, width = Math.min(terminalColumns(), WIDTH)): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines;
}
