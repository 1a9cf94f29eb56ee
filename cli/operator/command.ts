import type { Attempt } from '../../client/src/index.ts';
import { type Command, defineCommand, UsageError } from '../command.ts';
import { OPERATOR, operatorAccess, operatorClient, WHERE } from '../deployment.ts';
import { DRY_RUN, rehearsedOperator, toldInstead } from '../rehearsal.ts';
import { readStdin } from '../stdin.ts';
import { READS } from './reads.ts';
import type { OperatorRow } from './row.ts';
import { WRITES } from './writes.ts';

const NOWHERE = 'https://service.invalid';
const INPUT_MAX_BYTES = 64 * 1024;

/** The command of a row of READS or WRITES: one call of the operator's interface. */
export function operatorCommand(name: string): Command {
  const row: OperatorRow | undefined = READS[name] ?? WRITES[name];
  if (!row) throw new Error(`${name} has no row`);
  const isWrite = name in WRITES;
  return defineCommand({
    options: { ...row.options, ...(isWrite ? DRY_RUN : {}), ...WHERE, ...OPERATOR },
    positionals: row.positionals ?? [],
    detail: row.detail ?? '',
    run: async ({ values, positionals, output }) => {
      const named = values as Record<string, string | boolean | undefined>;
      const isDryRun = named['dry-run'] === true;
      const input = row.takesInput ? await readInput() : '';
      const asked = { values: named, positionals, isDryRun, input };
      // What is misuse is said before it is asked where the service is.
      await row.call(rehearsedOperator(NOWHERE).fairway.operator, asked);
      if (isDryRun && !row.hasDryRun?.(positionals)) {
        const { fairway, calls } = rehearsedOperator((await operatorAccess(values)).baseUrl);
        await row.call(fairway.operator, asked);
        calls.forEach((call) => output.result(...toldInstead(withoutSecrets(call, row.hidden))));
        return;
      }
      const { operator } = await operatorClient(values);
      const answer = await (row.perform?.(operator, asked, output) ?? row.call(operator, asked));
      output.result(answer as object, row.show(answer as never));
    },
  });
}

// A person at a terminal has nothing there.
async function readInput(): Promise<string> {
  if (process.stdin.isTTY) return '';
  const input = await readStdin(INPUT_MAX_BYTES);
  if (input === null) throw new UsageError('stdin holds more than 64 KiB');
  return input.toString('utf8');
}

function withoutSecrets(call: Attempt, member: string | undefined): Attempt {
  const body = call.body as Record<string, object> | undefined;
  const secrets = member === undefined ? undefined : body?.[member];
  if (member === undefined || secrets === undefined) return call;
  const hidden = Object.fromEntries(Object.keys(secrets).map((name) => [name, '(hidden)']));
  return { ...call, body: { ...body, [member]: hidden } };
}
