import { type Command, defineCommand } from '../command.ts';
import { OPERATOR, operatorAccess, operatorClient, WHERE } from '../deployment.ts';
import { rehearsedOperator, toldInstead } from '../rehearsal.ts';
import { READS } from './reads.ts';
import type { OperatorRow } from './row.ts';
import { WRITES } from './writes.ts';

const DRY_RUN = {
  'dry-run': { type: 'boolean', summary: 'print the call instead of making it' },
} as const;

const NOWHERE = 'https://service.invalid';

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
      const asked = { values: named, positionals, isDryRun };
      // What is misuse is said before it is asked where the service is.
      await row.call(rehearsedOperator(NOWHERE).fairway.operator, asked);
      if (isDryRun && !row.hasDryRun?.(positionals)) {
        const { fairway, calls } = rehearsedOperator((await operatorAccess(values)).baseUrl);
        await row.call(fairway.operator, asked);
        calls.forEach((call) => output.result(...toldInstead(call)));
        return;
      }
      const { operator } = await operatorClient(values);
      const answer = await row.call(operator, asked);
      output.result(answer as object, row.show(answer as never));
    },
  });
}
