import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { readIfThere, writePrivate } from '../../local/files.ts';
import { holdFile, type FileLock, FileInUseError } from '../../local/lock.ts';
import { FEED_AFTER } from '../../wire/webhooks/feed.ts';
import { CommandError, EXIT } from '../exit-codes.ts';

const PLACE = new RegExp(FEED_AFTER);

/** What a listener keeps between its runs, readable by its owner only. */
export interface ListenerState {
  channel_id: string;
  /** Everything up to here was forwarded, or given up. */
  cursor: string;
  /** Signs what is forwarded; the listener's own, so that no endpoint's secret is needed on this machine. */
  secret: string;
}

export interface StateFile {
  file: string;
  /** Null at the first run. */
  found: ListenerState | null;
  write(state: ListenerState): Promise<void>;
  release(): Promise<void>;
}

/** Where a channel's listener keeps its state unless it is told otherwise. */
export function defaultStateFile(home: string, channelId: string): string {
  return path.join(home, 'listen', `${channelId}.json`);
}

/** Takes a state file for this process alone and reads it. Refuses a file that another listener has,
 *  that is of another channel, or that is no such file. */
export async function openState(file: string, channelId: string): Promise<StateFile> {
  const lock = await lockOf(file);
  try {
    const text = await readIfThere(file).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EISDIR' ? noState(file) : unusable(file, error);
    });
    const found = text === null ? null : parse(file, text);
    if (found && found.channel_id !== channelId) {
      const message = `${file} is of channel ${found.channel_id}: name another --cursor-file.`;
      throw new CommandError(EXIT.conflict, message);
    }
    const write = (state: ListenerState) => writePrivate(file, `${JSON.stringify(state, null, 2)}\n`);
    return { file, found, write, release: lock.release };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** A secret of the form that endpoints have. */
export function newListenerSecret(): string {
  return `whsec_${randomBytes(32).toString('base64url')}`;
}

async function lockOf(file: string): Promise<FileLock> {
  try {
    return await holdFile(`${file}.lock`);
  } catch (error) {
    if (!(error instanceof FileInUseError)) throw unusable(file, error as NodeJS.ErrnoException);
    const holder = `the listener with process id ${error.pid}`;
    const message = `${file} is in use by ${holder}: stop that one, or name another --cursor-file.`;
    throw new CommandError(EXIT.conflict, message);
  }
}

function parse(file: string, text: string): ListenerState {
  let state: Partial<Record<keyof ListenerState, unknown>> | null;
  try {
    state = JSON.parse(text) as typeof state;
  } catch {
    throw noState(file);
  }
  const { channel_id, cursor, secret } = state ?? {};
  if (!isText(channel_id) || !isText(cursor) || !PLACE.test(cursor) || !isText(secret)) throw noState(file);
  return { channel_id, cursor, secret };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function noState(file: string): CommandError {
  const message = `${file} is not a listener's state: name another --cursor-file, or remove it.`;
  return new CommandError(EXIT.usage, message);
}

// What is no error of the file system is no matter of the file.
function unusable(file: string, error: NodeJS.ErrnoException): Error {
  if (error.code === undefined) return error;
  const message = `${file} cannot be used: ${error.code}. Name another --cursor-file.`;
  return new CommandError(EXIT.usage, message, { cause: error });
}
