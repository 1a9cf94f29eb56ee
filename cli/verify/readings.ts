import { canonicalJson, type Json } from '../../service/src/lib/canonical-json.ts';

const BOM = '\u{feff}';
const PREFIX = 'whsec_';

export interface Fault {
  part: 'header' | 'body' | 'secret' | 'clock';
  /** Stable; for scripts. */
  code: string;
  message: string;
  /** How it usually comes about, and what to do. */
  cause: string;
}

/** One way to read what was presented; with the fault that it would be if the signature holds for it. */
interface Reading<T> {
  value: T;
  fault: Fault | null;
}

/** What a body may have been before it was changed, the bytes themselves first. */
export function bodyReadings(body: Buffer): Reading<Buffer>[] {
  const text = textOf(body);
  const plain = stripHead(stripBom(text)).replace(/[\r\n]+$/, '');
  const readings: Reading<Buffer>[] = [{ value: body, fault: null }];
  const add = (value: string, fault: Omit<Fault, 'part'>) =>
    readings.push({ value: Buffer.from(value), fault: { part: 'body', ...fault } });
  // Such a text begins with a mark of its order by nature, so this goes first.
  if (isUtf16(body)) add(plain, UTF16);
  if (/[\r\n]$/.test(text)) add(text.replace(/[\r\n]+$/, ''), NEWLINE);
  if (text.startsWith(BOM)) add(stripBom(text), BYTE_ORDER_MARK);
  if (stripHead(text) !== text) add(plain, HEAD);
  if (text.startsWith(BOM)) add(plain, BYTE_ORDER_MARK);
  const value = parse(plain);
  if (typeof value === 'string') add(value, QUOTED);
  const inner = typeof value === 'string' ? parse(value) : value;
  if (inner !== undefined) add(canonicalJson(inner), rewritten(plain, inner));
  return readings;
}

/** The event in a body, however it was changed; undefined when there is no JSON in it. */
export function eventIn(body: Buffer): { id?: unknown; type?: unknown } | undefined {
  const value = parse(stripHead(stripBom(textOf(body))));
  const inner = typeof value === 'string' ? parse(value) : value;
  const isObject = typeof inner === 'object' && inner !== null && !Array.isArray(inner);
  return isObject ? (inner as { id?: unknown; type?: unknown }) : undefined;
}

/** Whether a body is written as the service writes one: then nothing has rewritten it. */
export function isAsWritten(body: Buffer): boolean {
  const text = body.toString('utf8');
  const value = parse(text);
  return value !== undefined && canonicalJson(value) === text;
}

/** What the secret may have been, the text itself first. */
export function secretReadings(secret: string): Reading<string | Buffer>[] {
  const readings: Reading<string | Buffer>[] = [{ value: secret, fault: null }];
  const add = (value: string | Buffer, code: string, message: string, cause: string) =>
    readings.push({ value, fault: { part: 'secret', code, message, cause } });
  const bare = secret.replace(/^[A-Za-z_]\w*=/, '').replace(/^(["'])(.*)\1$/, '$2');
  if (bare !== secret)
    add(bare, 'secret_quoted', 'The secret has quotes or a variable’s name around it.', COPIED);
  if (!bare.startsWith(PREFIX)) {
    add(`${PREFIX}${bare}`, 'secret_without_prefix', `The secret lacks its ${PREFIX}.`, WHOLE_TEXT);
  } else {
    const rest = bare.slice(PREFIX.length);
    add(
      rest,
      'signed_without_prefix',
      `The signature was made with the secret without ${PREFIX}.`,
      OTHER_SIGNER,
    );
    add(Buffer.from(rest, 'base64'), 'signed_with_decoded_secret', DECODED, OTHER_SIGNER);
  }
  return readings;
}

const COPIED =
  'It was copied out of a file of settings as it stood there. The secret is the text between the quotes.';
const WHOLE_TEXT = `The whole text as it was shown is the key, ${PREFIX} included.`;
const DECODED = 'The signature was made with the secret decoded from base64.';
const OTHER_SIGNER =
  'The service signs with the whole text as it was shown. Something of yours signed this, a test perhaps.';

const NEWLINE = {
  code: 'body_has_newline',
  message: 'The body has a line end behind it that was not sent.',
  cause: 'An editor or `echo` adds one. Keep the bytes as they came: `curl --data-binary`, `printf %s`.',
};
const BYTE_ORDER_MARK = {
  code: 'body_has_bom',
  message: 'The body begins with a byte order mark that was not sent.',
  cause: 'An editor or a library that writes text files put it there. Keep the bytes as they came.',
};
const HEAD = {
  code: 'body_has_head',
  message: 'The body has the head of the request in front of it.',
  cause: 'The whole request was saved. The body is what follows the empty line.',
};
const UTF16 = {
  code: 'body_is_utf16',
  message: 'The body is written in UTF-16; it was sent in UTF-8.',
  cause: 'PowerShell’s `>` does that. Write the bytes as they came.',
};
const QUOTED = {
  code: 'body_is_quoted',
  message: 'The body is a JSON text inside a JSON text.',
  cause: 'It was serialised once more, by a queue or a log perhaps. Decode it once, then verify.',
};

function rewritten(text: string, value: Json): Omit<Fault, 'part'> {
  const written = parse(text) === undefined ? '' : JSON.stringify(value);
  const changes = [
    ...(/\n\s|": |, "/.test(text) ? ['blanks were added'] : []),
    ...(/[^ -~\s]/.test(text) ? ['\\u escapes were written out'] : []),
    ...(canonicalJson(value) !== asciiOf(written) ? ['the keys are in another order'] : []),
  ];
  const how = changes.length > 0 ? ` (${changes.join(', ')})` : '';
  return {
    code: 'body_reserialised',
    message: `The body was parsed and written anew${how}; as the service wrote it, the signature holds.`,
    cause:
      'A framework’s JSON parser came first. Verify over the raw bytes: ' +
      'express.raw({type: "application/json"}), request.get_data(), php://input, or as your framework has it.',
  };
}

function asciiOf(text: string): string {
  return text.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function isUtf16(body: Buffer): boolean {
  return (body[0] === 0xff && body[1] === 0xfe) || (body[0] === 0xfe && body[1] === 0xff);
}

function textOf(body: Buffer): string {
  if (!isUtf16(body)) return body.toString('utf8');
  return new TextDecoder(body[0] === 0xff ? 'utf-16le' : 'utf-16be', { ignoreBOM: true }).decode(body);
}

function stripBom(text: string): string {
  return text.startsWith(BOM) ? text.slice(BOM.length) : text;
}

// A request as it went over the wire, or an answer as `curl -i` prints it.
function stripHead(text: string): string {
  const head = /^(?:[A-Z]+ \S+ HTTP\/|HTTP\/|[A-Za-z-]+: )[^]*?\r?\n\r?\n/.exec(text);
  return head ? text.slice(head[0].length) : text;
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
