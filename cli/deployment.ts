import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ClientOptions, type Fairway, fairwayClient } from '../client/src/index.ts';
import { homeFolder } from '../local/home.ts';
import { type DevRecord, readLivingRecord } from '../local/record.ts';
import { UsageError } from './command.ts';
import { CommandError, EXIT } from './exit-codes.ts';
import { notePresented } from './presented.ts';

// Within which a call is answered, and never sent twice: a command tells what is.
const CALLS = { timeoutMs: 15_000, retries: 0 };

const HEADER_TEXT = /^[!-~]+$/;

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** The options by which every client command is told where the service is. Secrets come by file or
 *  environment. */
export const WHERE = {
  'base-url': {
    type: 'string',
    value: '<address>',
    summary: 'the service; else BASE_URL, else the running npm start',
  },
} as const;
export const KEY = {
  'key-file': { type: 'string', value: '<file>', summary: 'holds the channel key; else CHANNEL_KEY' },
} as const;
export const OPERATOR = {
  'operator-token-file': {
    type: 'string',
    value: '<file>',
    summary: 'holds the operator token; else OPERATOR_TOKEN',
  },
} as const;
/** The merchant that a command is about. */
export const MERCHANT = {
  merchant: { type: 'string', value: '<id>', summary: 'this one; else MERCHANT_ID, else npm start’s' },
} as const;

interface Where {
  'base-url'?: string;
  'key-file'?: string;
  'operator-token-file'?: string;
}

export interface Deployment {
  base_url: string;
  /** The `npm start` that runs on this machine, when that is the deployment meant. */
  record: DevRecord | null;
}

/** The deployment that is meant: by option, by BASE_URL, or the running `npm start`. What the latter
 *  keeps is used for its own address only, so that no key of it goes anywhere else. */
export async function findDeployment(where: Where): Promise<Deployment> {
  const given = where['base-url'] ?? process.env['BASE_URL'];
  const record = await readLivingRecord(home());
  if (given !== undefined) {
    const base_url = addressOf(given);
    return { base_url, record: record?.base_url === base_url ? record : null };
  }
  if (record) return { base_url: record.base_url, record };
  throw new UsageError(
    'no npm start runs here: --base-url or BASE_URL has to say where the service is, or FAIRWAY_HOME what its home is',
  );
}

export function home(): string {
  return homeFolder(process.env, ROOT);
}

/** A client with the channel's key: of the file, of CHANNEL_KEY, or of the running `npm start`. */
export async function channelClient(
  where: Where,
): Promise<{ fairway: Fairway; base_url: string; key: string; deployment: Deployment }> {
  const deployment = await findDeployment(where);
  const { base_url, record } = deployment;
  const given = await credentialOf(where['key-file'], 'CHANNEL_KEY');
  const found = given ?? ofNpmStart(record?.channel_key);
  if (!found)
    throw new CommandError(EXIT.auth, 'no channel key: set CHANNEL_KEY, or name a file by --key-file.');
  const { text: key, from } = found;
  notePresented({ what: 'channel key', from, base_url });
  return { fairway: fairwayClient({ ...CALLS, baseUrl: base_url, key }), base_url, key, deployment };
}

/** A client for one merchant: with the channel's key, or the one that the running `npm start` keeps of the merchant's channel. */
export async function merchantClient(
  where: Where & { merchant?: string },
  how: Pick<ClientOptions, 'fetch' | 'observe'> = {},
): Promise<{ fairway: Fairway }> {
  const { key, base_url, merchantId } = await merchantAccess(where);
  return { fairway: fairwayClient({ ...CALLS, ...how, baseUrl: base_url, key, merchantId }) };
}

/** Where the calls for one merchant go, with the channel's key. */
export async function merchantAccess(
  where: Where & { merchant?: string },
): Promise<{ base_url: string; key: string; merchantId: string }> {
  const { key, base_url, deployment } = await channelClient(where);
  const { record } = deployment;
  const remembered = record?.channel_key === key ? record.merchant_id : undefined;
  const merchantId = where.merchant ?? process.env['MERCHANT_ID'] ?? remembered;
  if (!merchantId) throw new UsageError('no merchant: --merchant or MERCHANT_ID has to name it');
  return { base_url, key, merchantId };
}

/** Where the operator's calls go, with the token: of the file, of OPERATOR_TOKEN, or of the running `npm start`. */
export async function operatorAccess(where: Where): Promise<{ baseUrl: string; key: string }> {
  const deployment = await findDeployment(where);
  const token = await findOperatorToken(where, deployment);
  if (!token) {
    const how = 'set OPERATOR_TOKEN, or name a file by --operator-token-file.';
    throw new CommandError(EXIT.auth, `no operator token: ${how}`);
  }
  return { baseUrl: deployment.base_url, key: token };
}

/** The operator's token: of the file, of OPERATOR_TOKEN, or of the running `npm start`; undefined when nobody has it. */
export async function findOperatorToken(
  where: Where,
  { base_url, record }: Deployment,
): Promise<string | undefined> {
  const given = await credentialOf(where['operator-token-file'], 'OPERATOR_TOKEN');
  const found = given ?? ofNpmStart(record?.operator_token);
  if (found) notePresented({ what: 'operator token', from: found.from, base_url });
  return found?.text;
}

/** A client with the operator's token. */
export async function operatorClient(where: Where): Promise<Fairway> {
  return fairwayClient({ ...CALLS, ...(await operatorAccess(where)) });
}

interface Credential {
  text: string;
  from: string;
}

// What no header can hold would be repeated, word for word, by the error that says so.
async function credentialOf(file: string | undefined, variable: string): Promise<Credential | undefined> {
  const text = await secretOf(file, variable);
  const from = file ?? variable;
  if (text !== undefined && !HEADER_TEXT.test(text))
    throw new UsageError(`${from} holds more than one credential, or none`);
  return text === undefined ? undefined : { text, from };
}

function ofNpmStart(text: string | undefined): Credential | undefined {
  return text === undefined ? undefined : { text, from: 'the running npm start' };
}

/** The secret in a file, or else in a variable of the environment; undefined when there is neither. */
export async function secretOf(file: string | undefined, variable: string): Promise<string | undefined> {
  if (file === undefined) return process.env[variable]?.trim() || undefined;
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${file} cannot be read: ${error.code}`);
  });
  const secret = text.trim();
  if (!secret) throw new UsageError(`${file} is empty`);
  return secret;
}

/** An address without the slash that many people end it with. */
export function addressOf(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new UsageError(`"${text}" is no http or https address`);
  return text.replace(/\/+$/, '');
}
