import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { defineCommand, UsageError } from '../command.ts';
import { CommandError, EXIT } from '../exit-codes.ts';
import type { ExportedLine } from './digests.ts';
import { type Proof, recompute } from './recompute.ts';

export const statementsVerifyCommand = defineCommand({
  options: {},
  positionals: ['export'],
  detail:
    'Works a statement out again from its exported lines and terms alone: every share, every sum, and the hash. Needs no ' +
    'service, and shares no code with one. Ends with 0 when all of it holds and with 1 when it does not.',
  run: async ({ positionals: [file = ''], output }) => {
    await access(file).catch(() => {
      throw new UsageError(`${file} cannot be read`);
    });
    const records = recordsOf(file);
    const first = (await records.next()).value as Partial<Proof> | undefined;
    if (!first?.head || !first.blocks || typeof first.hash !== 'string')
      throw new CommandError(EXIT.failed, `${file} is no export of a statement`);
    const faults = await recompute(first as Proof, records as AsyncIterable<ExportedLine>);
    const record = { ok: faults.length === 0, statement_id: first.head['id'], hash: first.hash, faults };
    const told =
      faults.length === 0
        ? [`${output.paint('green', '✓')} The statement holds: ${first.head.line_count} lines, ${first.hash}`]
        : [`${output.paint('red', '✗')} The statement does not hold.`, ...faults.map((one) => `  ${one}`)];
    output.result(record, told.join('\n'));
    return faults.length === 0 ? EXIT.ok : EXIT.failed;
  },
});

async function* recordsOf(file: string): AsyncGenerator<unknown, void> {
  const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity });
  let at = 0;
  for await (const line of lines) {
    at += 1;
    if (line.trim() === '') continue;
    yield parsed(line, `${file}:${at}`);
  }
}

function parsed(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandError(EXIT.failed, `${place} is no JSON`, { cause: error });
  }
}
