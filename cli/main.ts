import { type Command, UsageError } from './command.ts';
import { migrateCommand } from './migrate.ts';
import { serveCommand } from './serve.ts';

const COMMANDS: Record<string, Command> = { serve: serveCommand, migrate: migrateCommand };

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;

/** Runs one command of the command line and ends the process with its exit code: 0 done, 1 failed, 2 misused. */
export async function main(args: readonly string[]): Promise<void> {
  const [name, ...rest] = args;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    process.stdout.write(help());
    return;
  }
  const command = COMMANDS[name];
  if (!command) {
    process.stderr.write(`fairway: there is no command "${name}".\n\n${help()}`);
    process.exitCode = EXIT_USAGE;
    return;
  }
  try {
    await command.run(rest);
  } catch (error) {
    process.stderr.write(`fairway ${name}: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = error instanceof UsageError ? EXIT_USAGE : EXIT_FAILED;
  }
}

function help(): string {
  const lines = Object.entries(COMMANDS).map(
    ([name, { usage, summary }]) => `  fairway ${`${name} ${usage}`.padEnd(34)}${summary}`,
  );
  return `Usage:\n${lines.join('\n')}\n\nSettings come from environment variables; README.md lists them.\n`;
}

await main(process.argv.slice(2));
