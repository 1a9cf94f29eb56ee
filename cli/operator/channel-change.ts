import type { Requests } from '../../client/src/index.ts';
import { UsageError } from '../command.ts';
import { rowOf } from './row.ts';

const FACTOR_MAX = 1_000;

/** Changes what is named of a channel, and nothing else of it. */
export const CHANNEL_CHANGE = rowOf({
  options: {
    name: { type: 'string', value: '<name>', summary: 'the name of the channel' },
    active: { type: 'string', value: 'true|false', summary: 'whether it may sell' },
    'return-url': {
      type: 'string',
      value: '<url>',
      summary: 'where merchants go after the consent; "" for nowhere',
    },
    'budget-factor': {
      type: 'string',
      value: '<number>',
      summary: `what budgets of its keys are multiplied by, 1 to ${FACTOR_MAX}`,
    },
  },
  positionals: ['channel_id'],
  detail:
    'A budget factor counts for each key of the channel. Keys of merchants, tokens of people, and the budgets by ' +
    'address of buyers and strangers stay as they are.',
  call: async (operator, { values, positionals: [channel_id = ''] }) => {
    const changes = changesOf(values);
    if (Object.keys(changes).length === 0) throw new UsageError('say what to change');
    return operator.channels.update({ channel_id, ...changes });
  },
  show: ({ channel_id, name, active, budget_factor }) =>
    `Channel ${channel_id}: ${name}, ${active ? 'active' : 'inactive'}, budgets times ${budget_factor}`,
});

function changesOf(
  values: Readonly<Record<string, string | boolean | undefined>>,
): Omit<Requests['operator.channels.update'], 'channel_id'> {
  const { name, active, 'return-url': returnUrl, 'budget-factor': factor } = values;
  return {
    ...(typeof name === 'string' && { name }),
    ...(typeof active === 'string' && { active: booleanOf(active) }),
    ...(typeof returnUrl === 'string' && { onboarding_return_url: returnUrl === '' ? null : returnUrl }),
    ...(typeof factor === 'string' && { budget_factor: factorOf(factor) }),
  };
}

function booleanOf(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new UsageError('--active takes true or false');
  return text === 'true';
}

function factorOf(text: string): number {
  const factor = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (factor >= 1 && factor <= FACTOR_MAX) return factor;
  throw new UsageError(`--budget-factor takes a whole number from 1 to ${FACTOR_MAX}`);
}
