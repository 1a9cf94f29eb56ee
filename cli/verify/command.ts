import { readFile } from 'node:fs/promises';
import { signatureHeader } from '../../wire/webhooks/signature.ts';
import { defineCommand, UsageError } from '../command.ts';
import { secretOf } from '../deployment.ts';
import { CommandError, EXIT } from '../exit-codes.ts';
import type { Output } from '../output.ts';
import { readStdin } from '../stdin.ts';
import { diagnose, type Diagnosis } from './diagnose.ts';
import { readHeaders } from './headers.ts';

const BODY_MAX_BYTES = 1024 * 1024;
const TOLERANCE_SECONDS = 300;
const HEX = /^[0-9a-f]{64}$/i;

export const verifyCommand = defineCommand({
  options: {
    body: { type: 'string', value: '<file>', summary: 'the raw body; - or left out: from stdin' },
    headers: { type: 'string', value: '<file>', summary: 'its headers, as lines or as a JSON object' },
    signature: { type: 'string', value: '<text>', summary: 'Service-Signature, instead of a file' },
    timestamp: { type: 'string', value: '<seconds>', summary: 'Service-Timestamp, instead of a file' },
    'event-id': { type: 'string', value: '<id>', summary: 'Service-Event-Id, instead of a file' },
    'event-type': { type: 'string', value: '<type>', summary: 'Service-Event-Type, instead of a file' },
    'secret-file': {
      type: 'string',
      value: '<file>',
      summary: 'holds the signing secret; else WEBHOOK_SECRET',
    },
    'secret-hint': { type: 'string', value: '<text>', summary: 'secret_hint of the endpoint it was for' },
    'received-at': {
      type: 'string',
      value: '<time>',
      summary: 'when it came, in Unix seconds or ISO 8601; else now',
    },
    tolerance: { type: 'string', value: '<seconds>', summary: 'how far the clocks may differ, 300' },
  },
  detail:
    'Says which of header, body, secret and clock is wrong, and how that usually comes about. Works ' +
    'without the service. Ends with 0 when the delivery verifies and with 1 when it does not.',
  run: async ({ values, output }) => {
    const secret = await secretOf(values['secret-file'], 'WEBHOOK_SECRET');
    if (!secret) throw new UsageError('no secret: set WEBHOOK_SECRET, or name a file by --secret-file');
    const diagnosis = diagnose({
      secret,
      headers: await headersOf(values),
      body: await readBody(values.body ?? '-'),
      secretHint: values['secret-hint'],
      receivedAtSeconds: timeOf(values['received-at']),
      toleranceSeconds: toleranceOf(values.tolerance),
    });
    output.result(diagnosis, textOf(diagnosis, output));
    return diagnosis.ok ? EXIT.ok : EXIT.failed;
  },
});

function textOf({ ok, faults, event_id, event_type, age_seconds }: Diagnosis, output: Output): string {
  if (ok) {
    const what = [event_type, event_id].filter((part) => part !== null).join(' ');
    return `${output.paint('green', '✓')} The delivery verifies: ${what}, signed ${age_seconds} s ago.`;
  }
  const lines = faults.flatMap(({ part, code, message, cause }) => [
    `  ${part}: ${message} (${code})`,
    `    ${cause}`,
  ]);
  return [`${output.paint('red', '✗')} The delivery does not verify.`, ...lines].join('\n');
}

async function headersOf(values: {
  headers?: string;
  signature?: string;
  timestamp?: string;
  'event-id'?: string;
  'event-type'?: string;
}): Promise<Record<string, string>> {
  const { signature, timestamp } = values;
  const read =
    values.headers === undefined ? {} : readHeaders((await bytesOf(values.headers)).toString('utf8'));
  if (values.headers === undefined && signature === undefined)
    throw new UsageError('no signature: name the file of the headers, or pass --signature');
  // Some frameworks hand the digits on alone; with the time they are the same.
  const isBare = signature !== undefined && timestamp !== undefined && HEX.test(signature);
  return {
    ...read,
    ...(signature === undefined
      ? {}
      : { 'service-signature': isBare ? signatureHeader({ t: timestamp, v1: signature }) : signature }),
    ...(timestamp === undefined ? {} : { 'service-timestamp': timestamp }),
    ...(values['event-id'] === undefined ? {} : { 'service-event-id': values['event-id'] }),
    ...(values['event-type'] === undefined ? {} : { 'service-event-type': values['event-type'] }),
  };
}

async function readBody(file: string): Promise<Buffer> {
  const body = file === '-' ? await readStdin(BODY_MAX_BYTES) : await bytesOf(file);
  if (body === null || body.length > BODY_MAX_BYTES)
    throw new CommandError(EXIT.failed, 'The body is larger than 1 MiB; no delivery is.');
  return body;
}

async function bytesOf(file: string): Promise<Buffer> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${file} cannot be read: ${error.code}`);
  });
}

function timeOf(text: string | undefined): number {
  if (text === undefined) return Math.floor(Date.now() / 1000);
  const seconds = /^\d{1,12}$/.test(text) ? Number(text) : Math.floor(Date.parse(text) / 1000);
  if (Number.isNaN(seconds)) throw new UsageError(`--received-at: "${text}" is no time`);
  return seconds;
}

function toleranceOf(text: string | undefined): number {
  if (text === undefined) return TOLERANCE_SECONDS;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--tolerance: "${text}" is no number of seconds`);
  return Number(text);
}
