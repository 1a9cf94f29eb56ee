import { parseArgs } from 'node:util';
import type { Output } from './output.ts';
import { nearest } from './suggest.ts';

/** One option of a command, as the command line reads it and its help shows it. */
interface Option {
  readonly type: 'string' | 'boolean';
  /** What stands behind the name in the help: `<file>`. */
  readonly value?: string;
  readonly summary: string;
  /** Whether the command cannot do without it. */
  readonly isRequired?: true;
}

export type Options = Readonly<Record<string, Option>>;

type Value<O extends Option> = O['type'] extends 'boolean' ? boolean : string;

type RequiredOf<O extends Options> = {
  [K in keyof O]: O[K] extends { isRequired: true } ? K : never;
}[keyof O];

type Values<O extends Options> = {
  readonly [K in keyof O]?: Value<O[K]>;
} & { readonly [K in RequiredOf<O>]: Value<O[K]> };

interface Invocation<O extends Options> {
  readonly values: Values<O>;
  readonly positionals: readonly string[];
  readonly output: Output;
}

export interface Command {
  readonly options: Options;
  /** The names of what has to stand behind the command; with `?`, what may. */
  readonly positionals: readonly string[];
  /** What the summary does not say, in paragraphs. */
  readonly detail: string;
  /** Resolves with the exit code. */
  run(invocation: Invocation<Options>): Promise<number>;
}

/** A command whose `run` knows its options by their types. */
export function defineCommand<const O extends Options>(definition: {
  options: O;
  positionals?: readonly string[];
  detail?: string;
  run(invocation: Invocation<O>): Promise<number | void>;
}): Command {
  const { options, positionals = [], detail = '' } = definition;
  const run = async (invocation: Invocation<Options>) =>
    (await definition.run(invocation as unknown as Invocation<O>)) ?? 0;
  return { options, positionals, detail, run };
}

/** The command was called in a way it does not know: exit code 2. */
export class UsageError extends Error {}

/** Reads what stands behind a command's name. One option or word too many, or too few, is a UsageError
 *  naming it. */
export function readArguments(command: Command, args: readonly string[]) {
  const known = Object.entries(command.options).map(([name, { type }]) => [name, { type }] as const);
  const options = {
    ...Object.fromEntries(known),
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  const { values, positionals } = parse(args, options);
  const needed = command.positionals.filter((name) => !name.endsWith('?'));
  if (values['help'] !== true) {
    if (positionals.length < needed.length)
      throw new UsageError(`<${needed[positionals.length]}> is missing`);
    if (positionals.length > command.positionals.length)
      throw new UsageError(`"${positionals[command.positionals.length]}" is one word too many`);
    const required = Object.entries(command.options).filter(([, { isRequired }]) => isRequired);
    const missing = required.filter(([name]) => values[name] === undefined);
    if (missing.length > 0) throw new UsageError(missing.map(([name]) => `--${name} is missing`).join(', '));
  }
  return { values: values as Values<Options> & { json?: boolean; help?: boolean }, positionals };
}

type Known = Record<string, { type: 'string' | 'boolean' }>;

function parse(args: readonly string[], options: Known) {
  refuseUnknown(args, options);
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function refuseUnknown(args: readonly string[], options: Known): void {
  const how = { options, strict: false, allowPositionals: true, tokens: true } as const;
  const { tokens } = parseArgs({ args: [...args], ...how });
  const unknown = tokens.find((token) => token.kind === 'option' && !Object.hasOwn(options, token.name));
  if (unknown?.kind !== 'option') return;
  const meant = nearest(unknown.name, Object.keys(options));
  const instead = meant === null ? '' : `; did you mean --${meant}?`;
  throw new UsageError(`there is no option ${unknown.rawName}${instead}`);
}
