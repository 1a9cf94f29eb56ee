import { parseArgs, type ParseArgsConfig } from 'node:util';

export interface Command {
  /** What stands behind the name: `[--roles api,worker]`. */
  usage: string;
  summary: string;
  run(args: readonly string[]): Promise<void>;
}

/** The command was called in a way it does not know. */
export class UsageError extends Error {}

/** Reads a command's options; one that it does not know is a UsageError naming it. */
export function readOptions<const O extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: O,
) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
