import type { Call, Json } from '../../dev/client.ts';
import type { Options } from '../command.ts';

export interface OperatorCall {
  method: Call['method'];
  path: string;
  body?: Json;
  expect: number;
}

export interface Asked {
  values: Readonly<Record<string, string | boolean | undefined>>;
  positionals: readonly string[];
  isDryRun: boolean;
}

/** A command that is one call of the operator's interface. */
export interface OperatorRow {
  options?: Options;
  positionals?: readonly string[];
  detail?: string;
  call(asked: Asked): OperatorCall;
  /** Whether the service itself can try the call without effect. */
  hasDryRun?(positionals: readonly string[]): boolean;
  /** The answer for a person. */
  show(answer: never): string;
}

export const PAGE = {
  limit: { type: 'string', value: '<n>', summary: 'how many, 50 when left out' },
  offset: { type: 'string', value: '<n>', summary: 'how many to pass over' },
} as const;

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
  since: { type: 'string', value: '<time>', summary: 'raised at this time or later' },
} as const;

/** The filter as the service names it, without what was left out. */
export function filterOf(values: Asked['values']): Record<string, string> {
  const named = {
    state: values['state'],
    channel_id: values['channel'],
    merchant_id: values['merchant'],
    type: values['type'],
    since: values['since'],
    until: values['until'],
  };
  return Object.fromEntries(
    Object.entries(named).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** A path with the parameters that were given. */
export function withQuery(path: string, parameters: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return query ? `${path}?${query}` : path;
}
