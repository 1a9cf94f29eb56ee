import { type Command, defineCommand } from '../command.ts';
import { OPERATOR, operatorClient, WHERE } from '../deployment.ts';
import { READS } from './reads.ts';
import type { OperatorCall, OperatorRow } from './row.ts';
import { WRITES } from './writes.ts';

const DRY_RUN = {
  'dry-run': { type: 'boolean', summary: 'print the call instead of making it' },
} as const;

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
      const call = row.call({ values: named, positionals, isDryRun });
      const client = await operatorClient(values);
      if (isDryRun && !row.hasDryRun?.(positionals)) {
        output.result(...rehearsed(client.base, call));
        return;
      }
      const { method, path, body, expect } = call;
      const answer = await client.send(method, path, { ...(body ? { body } : {}), expect: [expect] });
      output.result(answer.body as object, row.show(answer.body as never));
    },
  });
}

function rehearsed(base: string, call: OperatorCall): [record: object, text: string] {
  const { method, path, body } = call;
  const url = `${base}${path}`;
  const record = { dry_run: true, method, url, body: body ?? null };
  return [record, `Would send ${method} ${url}${body ? ` ${JSON.stringify(body)}` : ''}`];
}
