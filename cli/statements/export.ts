import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import type { Answers, Fairway } from '../../client/src/index.ts';
import { defineCommand } from '../command.ts';
import { channelClient, KEY, WHERE } from '../deployment.ts';

const LINES_AT_ONCE = 500;

export const statementsExportCommand = defineCommand({
  options: {
    out: { type: 'string', value: '<file>', summary: 'written whole or not at all; else stdout' },
    ...WHERE,
    ...KEY,
  },
  positionals: ['statement_id'],
  detail:
    'Writes a statement as lines of JSON: what it can be verified by, then every line of it. `statements verify` works all of ' +
    'it out again.',
  run: async ({ values, positionals: [id = ''], output }) => {
    const { fairway } = await channelClient(values);
    if (values.out === undefined) {
      for await (const piece of pieces(fairway, id)) process.stdout.write(piece);
      return;
    }
    const lines = await writeWhole(values.out, (file) => writePieces(file, pieces(fairway, id)));
    output.result({ file: values.out, lines }, `${lines} lines in ${values.out}`);
  },
});

async function* pieces(fairway: Fairway, statement_id: string): AsyncGenerator<string, void> {
  const proof: Answers['statements.proof'] = await fairway.statements.proof({ statement_id });
  yield textOf(proof);
  for (let offset = 0; offset < proof.head.line_count; offset += LINES_AT_ONCE) {
    const { lines } = await fairway.statements.lines({ statement_id, limit: LINES_AT_ONCE, offset });
    yield lines.map(textOf).join('');
  }
}

const textOf = (record: object) => `${JSON.stringify(record)}\n`;

async function writePieces(file: FileHandle, all: AsyncIterable<string>): Promise<number> {
  let lines = -1;
  for await (const piece of all) {
    await file.write(piece);
    lines += piece.split('\n').length - 1;
  }
  return lines;
}

async function writeWhole<T>(name: string, write: (file: FileHandle) => Promise<T>): Promise<T> {
  const draft = `${name}.part`;
  const file = await open(draft, 'w', 0o600);
  try {
    const written = await write(file);
    await file.close();
    await rename(draft, name);
    return written;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(draft, { force: true });
    throw error;
  }
}
