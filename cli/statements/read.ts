import type { Answers } from '../../client/src/index.ts';
import { defineCommand } from '../command.ts';
import { channelClient, KEY, WHERE } from '../deployment.ts';
import { factsOf } from '../output.ts';
import { listed, pageOf, pageOptions, uncounted } from '../page.ts';
import { figuresOf } from './page.ts';

type Statement = Answers['statements.read'];

// How many the service lists when none is said.
const USUAL = 50;

const HEADINGS = [
  'statement',
  'month',
  'currency',
  'status',
  'transactions',
  'net fee',
  'owed to the channel',
];

export const statementsListCommand = defineCommand({
  options: {
    currency: { type: 'string', value: '<code>', summary: 'of this currency' },
    all: { type: 'boolean', summary: 'also those in whose place another was issued' },
    ...pageOptions(USUAL),
    ...WHERE,
    ...KEY,
  },
  positionals: [],
  detail: 'Lists the statements of the channel whose key it has, newest month first.',
  run: async ({ values, output }) => {
    const { fairway } = await channelClient(values);
    const page = pageOf(values);
    const statements = await fairway.statements.list({
      ...(values.currency !== undefined && { currency: values.currency }),
      ...(values.all === true && { include_superseded: true }),
      ...page,
    });
    output.result(
      statements,
      listed(uncounted(statements.length, page, USUAL), HEADINGS, statements, cellsOf),
    );
  },
});

export const statementsShowCommand = defineCommand({
  options: { ...WHERE, ...KEY },
  positionals: ['statement_id'],
  detail: 'Shows what it comes to; `statements export` has every line.',
  run: async ({ values, positionals: [statement_id = ''], output }) => {
    const { fairway } = await channelClient(values);
    const statement = await fairway.statements.read({ statement_id });
    output.result(statement, detailOf(statement));
  },
});

function cellsOf(one: Statement): string[] {
  return [
    ...[one.id, one.period_start.slice(0, 7), one.currency, one.status],
    ...[String(one.accounted_transaction_count), one.platform_fee_accrued_net_display],
    one.channel_share_display,
  ];
}

function detailOf(statement: Statement): string {
  const { id, status, period_start, period_end, currency } = statement;
  const replaced = [
    ['in the place of', statement.supersedes_statement_id],
    ['because', statement.correction_reason],
    ['superseded by', statement.superseded_by_statement_id],
  ] as const;
  return factsOf([
    ['statement', id],
    ['month', `${period_start} to ${period_end}, ${currency}`],
    ['status', status],
    ...replaced.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
    ...figuresOf(statement).map(([name, value]) => [name.toLowerCase(), String(value)] as const),
  ]);
}
