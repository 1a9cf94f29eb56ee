import { readFile } from 'node:fs/promises';
import type { Answers, Fairway } from '../../client/src/index.ts';
import { type Command, defineCommand, UsageError } from '../command.ts';
import { KEY, MERCHANT, merchantClient, WHERE } from '../deployment.ts';
import { makeOrTell } from '../merchant-call.ts';
import { written } from '../money.ts';
import { factsOf } from '../output.ts';
import { listed, pageOf, pageOptions, uncounted } from '../page.ts';
import { DRY_RUN } from '../rehearsal.ts';
import { insteadOf } from '../suggest.ts';
import { ACTION_OPTIONS, type ActionOption, ACTIONS, type Given } from './actions.ts';

// What an action does not say would be left out without a word, of a call that cannot be taken back.
const OPTIONS = Object.keys(ACTION_OPTIONS) as ActionOption[];

// How many the service lists when none is said.
const USUAL = 20;

export const disputesListCommand = defineCommand({
  options: {
    ...pageOptions(USUAL),
    ...MERCHANT,
    ...WHERE,
    ...KEY,
  },
  positionals: [],
  run: async ({ values, output }) => {
    const { fairway } = await merchantClient(values);
    const page = pageOf(values);
    const disputes = await fairway.disputes.list(page);
    const headings = ['dispute', 'status', 'outcome', 'amount', 'answer by', 'order', 'reason'];
    output.result(disputes, listed(uncounted(disputes.length, page, USUAL), headings, disputes, rowOf));
  },
});

export const disputesShowCommand = defineCommand({
  options: { ...MERCHANT, ...WHERE, ...KEY },
  positionals: ['dispute_id'],
  detail: 'With what was said, and what the operator wrote beside it.',
  run: async ({ values, positionals: [dispute_id = ''], output }) => {
    const { fairway } = await merchantClient(values);
    const dispute = await fairway.disputes.read({ dispute_id });
    output.result(dispute, detailOf(dispute));
  },
});

export const disputesAnswerCommand: Command = defineCommand({
  options: {
    ...ACTION_OPTIONS,
    ...DRY_RUN,
    ...MERCHANT,
    ...WHERE,
    ...KEY,
  },
  positionals: ['dispute_id', 'answer'],
  detail: `Gives one of the answers: ${Object.keys(ACTIONS).join(', ')}. It is given once, and cannot be taken back.`,
  run: async ({ values, positionals: [dispute_id = '', action = ''], output }) => {
    const chosen = ACTIONS[action];
    if (!chosen) throw new UsageError(`"${action}" is no answer; ${insteadOf(action, Object.keys(ACTIONS))}`);
    const stray = OPTIONS.find((name) => values[name] !== undefined && !chosen.takes.includes(name));
    if (stray) throw new UsageError(`--${stray} is not of ${action}`);
    const given: Given = { ...values, document_text: await textOf(values.document) };
    const call = ({ disputes }: Fairway) => chosen.take(disputes, { dispute_id, given });
    await makeOrTell(values, output, { call, show: detailOf });
  },
});

async function textOf(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${file} cannot be read: ${error.code}`);
  });
}

function rowOf(dispute: Answers['disputes.list'][number]): string[] {
  return [
    dispute.id,
    dispute.status,
    dispute.outcome ?? '',
    amountOf(dispute),
    dispute.response_deadline ?? '',
    dispute.external_order_id ?? '',
    dispute.reason ?? '',
  ];
}

function detailOf(dispute: Answers['disputes.read']): string {
  const facts: [string, string][] = [
    ['dispute', dispute.id],
    ['at the provider', dispute.provider_dispute_id],
    ['status', dispute.status],
    ['outcome', dispute.outcome ?? 'none yet'],
    ['reason', dispute.reason ?? 'not told'],
    ['amount', amountOf(dispute)],
    ['payment', dispute.transaction_id ?? 'not found'],
    ['order', dispute.external_order_id ?? ''],
    ['answer by', dispute.response_deadline ?? 'nothing is awaited'],
    ['answers it takes', dispute.available_actions.join(', ') || 'none'],
  ];
  const said = messagesOf(dispute).map(({ time, by, content }) => `${time}  ${by}: ${content}`);
  const notes = dispute.notes.map(({ created_at, text }) => `${created_at}  note: ${text}`);
  return [factsOf(facts), ...said, ...notes].join('\n');
}

function messagesOf({ provider_payload }: Answers['disputes.read']) {
  const { messages } = provider_payload as {
    messages?: { time_posted?: string; posted_by?: string; content?: string }[];
  };
  return (messages ?? []).map(({ time_posted = '', posted_by = '', content = '' }) => ({
    time: time_posted,
    by: posted_by.toLowerCase(),
    content,
  }));
}

function amountOf({ amount, currency }: { amount: number | null; currency: string }): string {
  return amount === null ? '' : written(amount, currency);
}
