import { readFile } from 'node:fs/promises';
import { type Command, readArguments, UsageError } from './command.ts';
import { COMMANDS, commandsOf, findCommand, type Listed } from './commands.ts';
import { CommandError, EXIT, exitCodeOf } from './exit-codes.ts';
import { helpOf, overview } from './help.ts';
import { processOutput } from './output.ts';
import { tellPresented } from './presented.ts';
import { nearest } from './suggest.ts';

const HELP_OPTIONS = ['--help', '-h'];
const HELP = ['help', ...HELP_OPTIONS];
const PACKAGE = new URL('../package.json', import.meta.url);

/** Runs one command of the command line and leaves its exit code to the process. */
export async function main(args: readonly string[]): Promise<void> {
  process.stderr.on('error', () => undefined);
  const isJson = args.includes('--json');
  process.stdout.on('error', (error: NodeJS.ErrnoException) => loseOutput(error, isJson));
  // The option that every command has may stand before its name as well.
  const said = args[0] === '--json' ? args.slice(1) : args;
  if (said[0] === '--version') return answerVersion(isJson);
  const asked = HELP.includes(said[0] ?? 'help') ? said.slice(1) : said;
  const found = findCommand(asked);
  const isHelp = asked !== said;
  if (!found) return answerNoCommand(asked, { isJson, isHelp });
  const command = await found.listed.load();
  const rest = said === args ? found.rest : ['--json', ...found.rest];
  process.exitCode = await perform(found.listed, command, isHelp ? ['--help'] : rest);
}

// Whoever read it may have gone, as `head` does. What could not be written otherwise is missed, whatever the command did, and told
// once, however many pieces there were.
let lost: NodeJS.ErrnoException | null = null;
function loseOutput(error: NodeJS.ErrnoException, isJson: boolean): void {
  if (error.code === 'EPIPE' || lost) return;
  lost = error;
  const message = `the output could not be written: ${error.code}`;
  if (isJson) tellFailure(message, EXIT.failed);
  else process.stderr.write(`fairway: ${message}\n`);
  process.once('exit', () => {
    if (!process.exitCode) process.exitCode = EXIT.failed;
  });
}

async function answerVersion(isJson: boolean): Promise<void> {
  const { version } = JSON.parse(await readFile(PACKAGE, 'utf8')) as { version: string };
  process.stdout.write(`${isJson ? JSON.stringify({ version }) : version}\n`);
}

function answerNoCommand(asked: readonly string[], how: { isJson: boolean; isHelp: boolean }): void {
  if (asked.length === 0) return void process.stdout.write(overview(COMMANDS));
  const words = wordsOf(asked);
  const ofNoun = commandsOf(words[0]!);
  const isNoun = words.length === 1 && ofNoun.length > 0;
  const isHelp = how.isHelp || asked.some((word) => HELP_OPTIONS.includes(word));
  if (isNoun && isHelp) return void process.stdout.write(overview(ofNoun));
  process.exitCode = EXIT.usage;
  const message = messageOf(words, ofNoun);
  if (how.isJson) return tellFailure(message, EXIT.usage);
  // A noun without its verb is a question for the verbs.
  if (isNoun) return void process.stderr.write(overview(ofNoun));
  const rest = ofNoun.length > 0 ? `\n${overview(ofNoun)}` : '`fairway help` lists them all.\n';
  process.stderr.write(`fairway: ${message}\n${rest}`);
}

function messageOf(words: readonly string[], ofNoun: readonly Listed[]): string {
  if (words[0]!.startsWith('-')) return `${words[0]} stands before a command; its options go behind its name`;
  const said = words.slice(0, ofNoun.length > 0 ? 2 : 1).join(' ');
  const meant = nearest(
    words.join(' '),
    (ofNoun.length > 0 ? ofNoun : COMMANDS).map(({ name }) => name),
  );
  return `there is no command "${said}"${meant === null ? '' : `; did you mean "${meant}"?`}`;
}

// Behind the first option a word may be its value.
function wordsOf(args: readonly string[]): readonly string[] {
  const first = args.findIndex((word) => word.startsWith('-'));
  return first > 0 ? args.slice(0, first) : args;
}

async function perform(listed: Listed, command: Command, args: readonly string[]): Promise<number> {
  try {
    const { values, positionals } = readArguments(command, args);
    if (values.help) {
      process.stdout.write(helpOf(listed, command));
      return EXIT.ok;
    }
    return await command.run({ values, positionals, output: processOutput(values.json ?? false) });
  } catch (error) {
    if (error === lost) return EXIT.failed;
    const exitCode = codeOf(error);
    const message = error instanceof Error ? error.message : String(error);
    if (args.includes('--json')) {
      tellFailure(message, exitCode, requestIdOf(error));
    } else {
      process.stderr.write(`fairway ${listed.name}: ${message}${adviceOn(error, listed.name)}\n`);
    }
    return exitCode;
  }
}

// A refusal says itself what to do; what the service failed at is found by whoever reads its log.
function adviceOn(error: unknown, name: string): string {
  if (error instanceof UsageError) return `\n\`fairway ${name} --help\` tells how.`;
  if (isUnknownCaller(error)) return `\n${tellPresented()}`.trimEnd();
  const requestId = codeOf(error) === EXIT.unavailable ? requestIdOf(error) : undefined;
  return requestId === undefined ? '' : `\nThe service logged it as request ${requestId}.`;
}

function isUnknownCaller(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 401;
}

function requestIdOf(error: unknown): string | undefined {
  return error instanceof Error && 'requestId' in error && typeof error.requestId === 'string'
    ? error.requestId
    : undefined;
}

// For a program.
function tellFailure(error: string, exit_code: number, request_id?: string): void {
  process.stderr.write(`${JSON.stringify({ error, exit_code, request_id })}\n`);
}

// An answer that was not hoped for carries its status; that none came, or that a setting is wrong, is told by its name:
// the modules that know these errors are not loaded for every command.
function codeOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT.usage;
  if (error instanceof CommandError) return error.exitCode;
  if (!(error instanceof Error)) return EXIT.failed;
  if ('status' in error && typeof error.status === 'number') return exitCodeOf(error.status);
  if (error.constructor.name === 'ConfigError') return EXIT.usage;
  const isAway = 'code' in error && error.code === 'DATABASE_UNAVAILABLE';
  return isAway || error.name === 'NoAnswerError' ? EXIT.unavailable : EXIT.failed;
}

await main(process.argv.slice(2));
