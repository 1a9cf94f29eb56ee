import type { Answers, Fairway } from '../../client/src/index.ts';
import { defineCommand, UsageError } from '../command.ts';
import { channelClient, KEY, WHERE } from '../deployment.ts';
import { fetchTable, unbroken } from '../fetch-table.ts';
import { writePieces, writeWhole } from '../write-whole.ts';
import { pageOf } from './page.ts';

const LINES_AT_ONCE = 500;

export const statementsExportCommand = defineCommand({
  options: {
    as: { type: 'string', value: '<form>', summary: 'proof, csv or page; proof when left out' },
    out: { type: 'string', value: '<file>', summary: 'written whole or not at all; else stdout' },
    ...WHERE,
    ...KEY,
  },
  positionals: ['statement_id'],
  detail:
    'Writes a statement with every line of it: as lines of JSON behind what it can be verified by, which `statements verify` ' +
    'works out again; as a table (csv); or as a page to print (page), which needs nothing from elsewhere.',
  run: async ({ values, positionals: [id = ''], output }) => {
    const { key, fairway, deployment } = await channelClient(values);
    const lines = `${deployment.base_url}/api/channel/statements/${encodeURIComponent(id)}/lines`;
    const forms: Readonly<Record<string, () => AsyncIterable<Uint8Array | string>>> = {
      proof: () => proofOf(fairway, id),
      csv: () => tableOf(lines, key),
      page: () => printable(fairway, id),
    };
    const pieces = forms[values.as ?? 'proof'];
    if (!pieces) throw new UsageError('--as takes proof, csv or page');
    if (values.out === undefined) {
      if (output.isJson && values.as !== undefined && values.as !== 'proof')
        throw new UsageError('a table and a page are no JSON: --json needs --out');
      for await (const piece of pieces()) process.stdout.write(piece);
      return;
    }
    const bytes = await writeWhole(values.out, (file) => writePieces(file, pieces()));
    output.result({ file: values.out, bytes }, `${bytes} bytes in ${values.out}`);
  },
});

async function* proofOf(fairway: Fairway, statement_id: string): AsyncGenerator<string, void> {
  const proof: Answers['statements.proof'] = await fairway.statements.proof({ statement_id });
  yield textOf(proof);
  for await (const lines of linesOf(fairway, statement_id)) yield lines.map(textOf).join('');
}

const textOf = (record: object) => `${JSON.stringify(record)}\n`;

async function* tableOf(url: string, key: string): AsyncGenerator<Uint8Array, void> {
  yield* unbroken(await fetchTable(url, { authorization: `Bearer ${key}`, accept: 'text/csv' }));
}

async function* printable(fairway: Fairway, statement_id: string): AsyncGenerator<string, void> {
  yield* pageOf(await fairway.statements.read({ statement_id }), linesOf(fairway, statement_id));
}

async function* linesOf(fairway: Fairway, statement_id: string) {
  for (let offset = 0, total = 1; offset < total; offset += LINES_AT_ONCE) {
    const page = await fairway.statements.lines({ statement_id, limit: LINES_AT_ONCE, offset });
    total = page.total;
    yield page.lines;
  }
}
