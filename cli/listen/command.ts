import { EVENT_TYPES } from '../../wire/events/registry.ts';
import { defineCommand, UsageError } from '../command.ts';
import { addressOf, channelClient, home, KEY, WHERE } from '../deployment.ts';
import type { Output } from '../output.ts';
import { insteadOf } from '../suggest.ts';
import { feedOf, findPresent } from './feed.ts';
import { relay } from './relay.ts';
import {
  defaultStateFile,
  type ListenerState,
  newListenerSecret,
  openState,
  type StateFile,
} from './state.ts';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const FROM_START = 'start';

export const listenCommand = defineCommand({
  options: {
    'forward-to': {
      type: 'string',
      value: '<address>',
      summary: 'where events are posted',
      isRequired: true,
    },
    events: { type: 'string', value: '<type,type>', summary: 'only these types; all when left out' },
    'cursor-file': {
      type: 'string',
      value: '<file>',
      summary: 'what the listener keeps; else one for each channel',
    },
    'from-start': { type: 'boolean', summary: 'the first time, begin with the first event there is' },
    ...WHERE,
    ...KEY,
  },
  detail:
    'Posts each event of a test channel as a delivery, signed with a secret of the listener’s own, which ' +
    'is printed the first time. It needs no endpoint and no public address. How far it came is kept ' +
    'after each event: whatever ends it, the next run goes on there. Ctrl-C stops it.',
  run: async ({ values, output }) => {
    const target = targetOf(values['forward-to']);
    const types = typesOf(values.events);
    // From the first moment on: whoever stops us while we begin is not to wait either.
    const { signal, release } = stopSignal();
    try {
      const channel = await channelClient(values);
      const present = await findPresent(channel, signal);
      const file = await openState(
        values['cursor-file'] ?? defaultStateFile(home(), present.channel_id),
        present.channel_id,
      );
      try {
        const begin = values['from-start'] ? FROM_START : present.cursor;
        const state = file.found ?? (await beginState(file, { ...present, cursor: begin }));
        tellStart(output, { target, file, state });
        const parts = { feed: feedOf(channel, signal), target, types, file, output, signal };
        await relay(parts, state, file.found !== null || values['from-start'] === true);
      } finally {
        await file.release();
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      release();
    }
  },
});

async function beginState(
  file: StateFile,
  { channel_id, cursor }: { channel_id: string; cursor: string },
): Promise<ListenerState> {
  const state = { channel_id, cursor, secret: newListenerSecret() };
  await file.write(state);
  return state;
}

function tellStart(
  output: Output,
  { target, file, state }: { target: URL; file: StateFile; state: ListenerState },
): void {
  const isResumed = file.found !== null;
  const { channel_id, secret } = state;
  const started = { kind: 'started', channel_id, forward_to: target.href, cursor_file: file.file };
  const lines = [
    `Forwarding the events of channel ${channel_id} to ${target.href}`,
    isResumed
      ? `Signed with the secret in ${file.file}`
      : `Signed with ${secret}\nIt is shown this once and kept in ${file.file}`,
  ];
  output.result({ ...started, is_resumed: isResumed, secret: isResumed ? null : secret }, lines.join('\n'));
}

function targetOf(text: string): URL {
  const target = new URL(addressOf(text));
  if (target.username || target.password) throw new UsageError('--forward-to may not hold credentials');
  return target;
}

function typesOf(text: string | undefined): ReadonlySet<string> | null {
  if (text === undefined) return null;
  const named = text.split(',').map((type) => type.trim());
  const unknown = named.find((type) => !EVENT_TYPES.some((known) => known === type));
  if (unknown !== undefined)
    throw new UsageError(`there is no event type "${unknown}"; ${insteadOf(unknown, EVENT_TYPES)}`);
  return new Set(named);
}

function stopSignal(): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const stop = () => controller.abort();
  for (const name of STOP_SIGNALS) process.on(name, stop);
  return {
    signal: controller.signal,
    release: () => STOP_SIGNALS.forEach((name) => process.off(name, stop)),
  };
}
