import type { Fairway, Requests } from '../../client/src/index.ts';
import { type Options, UsageError } from '../command.ts';
import type { Output } from '../output.ts';

export interface Asked {
  values: Readonly<Record<string, string | boolean | undefined>>;
  positionals: readonly string[];
  isDryRun: boolean;
  /** What came by stdin, where the row takes any. */
  input: string;
}

export type Operator = Fairway['operator'];

/** A command that is one call of the operator's interface. */
export interface OperatorRow {
  options?: Options;
  positionals?: readonly string[];
  detail?: string;
  /** Whether what comes by stdin is of the call. */
  takesInput?: boolean;
  /** The member of the call's body whose values a dry run does not print. */
  hidden?: string;
  call(operator: Operator, asked: Asked): Promise<unknown>;
  /** Where the work is longer than one call: makes it as often as it takes, and tells how far it is. */
  perform?(operator: Operator, asked: Asked, output: Output): Promise<unknown>;
  /** Whether the service itself can try the call without effect. */
  hasDryRun?(positionals: readonly string[]): boolean;
  /** The answer for a person. */
  show(answer: never): string;
}

/** A row whose `show` is given what its `call` answers. */
export function rowOf<Answer>(
  row: Omit<OperatorRow, 'call' | 'perform' | 'show'> & {
    call(operator: Operator, asked: Asked): Promise<Answer>;
    perform?(operator: Operator, asked: Asked, output: Output): Promise<Answer>;
    show(answer: Answer): string;
  },
): OperatorRow {
  return row;
}

/** What stands behind an option that its row requires: without it no row is called. */
export function givenOf(values: Asked['values'], name: string): string {
  return String(values[name]);
}

/** A month as it is written, which the service would refuse by a pattern. */
export function monthOf(text: string): string {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) throw new UsageError(`"${text}" is no month like 2026-01`);
  return text;
}

/** A day as it is written. */
export function dayOf(text: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) throw new UsageError(`"${text}" is no day like 2026-01-31`);
  return text;
}

/** The filter of events, the same for a list and a replay. */
export const EVENT_FILTER = {
  state: {
    type: 'string',
    value: '<state>',
    summary: 'no_subscriber, routed, pending, delivered, failed or parked',
  },
  channel: { type: 'string', value: '<id>', summary: 'of this channel' },
  merchant: { type: 'string', value: '<id>', summary: 'of this merchant' },
  type: { type: 'string', value: '<type>', summary: 'of this type' },
  endpoint: {
    type: 'string',
    value: '<id>',
    summary: 'that went to this endpoint; a state is that of the delivery to it',
  },
  since: { type: 'string', value: '<time>', summary: 'raised at this time or later' },
} as const;

/** The filter as the service names it, without what was left out; the service judges the words. */
export function filterOf(values: Asked['values']): Requests['operator.events.replay_many'] {
  const named = {
    state: values['state'],
    channel_id: values['channel'],
    merchant_id: values['merchant'],
    type: values['type'],
    endpoint_id: values['endpoint'],
    since: values['since'],
    until: values['until'],
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => typeof value === 'string'));
}
