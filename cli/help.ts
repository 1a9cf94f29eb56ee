import type { Command } from './command.ts';
import type { Listed } from './commands.ts';

const COMMON = [
  ['--json', 'print results as lines of JSON'],
  ['-h, --help', 'print this'],
] as const;
const WIDTH = 100;

/** All commands, or those of one noun, a line each. */
export function overview(commands: readonly Listed[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  fairway ${name.padEnd(width)}  ${summary}`);
  return [
    'Usage:',
    ...lines,
    '',
    'A noun may stand in either number: `merchant list` is `merchants list`.',
    '`fairway <command> --help` tells its options, `fairway --version` the release. Exit codes: 0 done, 1 failed,',
    '2 misused, 3 not allowed, 4 not found, 5 conflict, 6 too many calls, 7 unavailable. docs/cli.md has all of it.',
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
    ...rows.map(([option, what]) => `  ${option.padEnd(width)}  ${what}`),
    '',
  ].join('\n');
}

function wrapped(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line && line.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines;
}
