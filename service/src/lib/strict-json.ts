/** A JSON text refused, with the offset of the first character that does not belong. */
export class JsonProblem extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

const DEPTH_MAX = 32;
// Ten times what the largest request has a use for. Every value costs: to read, to judge and to answer for.
const VALUES_MAX = 10_000;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// JSON's own grammar names the control characters that may not stand in a string.
// eslint-disable-next-line no-control-regex
const PLAIN_STRING = /"[^"\\\u0000-\u001f]*"/y;
// eslint-disable-next-line no-control-regex
const ANY_STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const BLANKS = /[ \t\n\r]*/y;
// Set like any other it would not become a member.
const FORBIDDEN_KEY = '__proto__';
const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Refuses a text that surely has more values than `parseStrictJson` reads, before it becomes a string and any of them is
 *  built: behind each comma that stands in no string comes a value. Throws JsonProblem. */
export function refuseTooMany(utf8: Buffer): void {
  if (utf8.length < 2 * VALUES_MAX) return;
  let commas = 0;
  for (let at = 0; at < utf8.length; at += 1) {
    const byte = utf8[at];
    if (byte === QUOTE) at = endOfString(utf8, at);
    else if (byte === COMMA) commas += 1;
    if (commas >= VALUES_MAX) {
      throw new JsonProblem(`More than ${VALUES_MAX} values`, utf8.toString('utf8', 0, at).length);
    }
  }
}

function endOfString(utf8: Buffer, start: number): number {
  let at = start + 1;
  while (at < utf8.length && utf8[at] !== QUOTE) at += utf8[at] === BACKSLASH ? 2 : 1;
  return at;
}

/** Parses JSON more strictly than the language does: a key may stand once, numbers must survive a round trip,
 *  nesting is bounded, and text that a database cannot hold (NUL, lone surrogates) is refused. Throws JsonProblem. */
export function parseStrictJson(text: string): unknown {
  const reader = { text, at: 0, values: 0 };
  const value = readValue(reader, 0);
  skipBlanks(reader);
  if (reader.at < text.length) throw new JsonProblem('Extra data', reader.at);
  return value;
}

interface Reader {
  readonly text: string;
  at: number;
  values: number;
}

function readValue(reader: Reader, depth: number): unknown {
  reader.values += 1;
  if (reader.values > VALUES_MAX) throw new JsonProblem(`More than ${VALUES_MAX} values`, reader.at);
  skipBlanks(reader);
  switch (reader.text[reader.at]) {
    case '{':
      return readObject(reader, depth);
    case '[':
      return readArray(reader, depth);
    case '"':
      return readString(reader);
    case 't':
      return readWord(reader, 'true', true);
    case 'f':
      return readWord(reader, 'false', false);
    case 'n':
      return readWord(reader, 'null', null);
    case undefined:
    default:
      return readNumber(reader);
  }
}

/** `depth` is how many lists and objects the one that begins here stands in. */
function refuseTooDeep(reader: Reader, depth: number): void {
  if (depth >= DEPTH_MAX) throw new JsonProblem(`More than ${DEPTH_MAX} levels`, reader.at);
}

function readObject(reader: Reader, depth: number): Record<string, unknown> {
  refuseTooDeep(reader, depth);
  const object: Record<string, unknown> = {};
  reader.at += 1;
  skipBlanks(reader);
  if (takes(reader, '}')) return object;
  for (;;) {
    skipBlanks(reader);
    const start = reader.at;
    if (reader.text[start] !== '"') throw new JsonProblem('Expecting property name', start);
    const key = readString(reader);
    if (key === FORBIDDEN_KEY) throw new JsonProblem(`Property name ${key} is not allowed`, start);
    if (Object.hasOwn(object, key)) throw new JsonProblem('Duplicate property name', start);
    skipBlanks(reader);
    if (!takes(reader, ':')) throw new JsonProblem("Expecting ':' delimiter", reader.at);
    object[key] = readValue(reader, depth + 1);
    skipBlanks(reader);
    if (takes(reader, '}')) return object;
    if (!takes(reader, ',')) throw new JsonProblem("Expecting ',' delimiter", reader.at);
  }
}

function readArray(reader: Reader, depth: number): unknown[] {
  refuseTooDeep(reader, depth);
  const array: unknown[] = [];
  reader.at += 1;
  skipBlanks(reader);
  if (takes(reader, ']')) return array;
  for (;;) {
    array.push(readValue(reader, depth + 1));
    skipBlanks(reader);
    if (takes(reader, ']')) return array;
    if (!takes(reader, ',')) throw new JsonProblem("Expecting ',' delimiter", reader.at);
  }
}

function readString(reader: Reader): string {
  const plain = match(reader, PLAIN_STRING);
  const source = plain ?? match(reader, ANY_STRING);
  if (source === null) throw new JsonProblem('Invalid string', reader.at);
  const start = reader.at - source.length;
  const value = plain === null ? (JSON.parse(source) as string) : source.slice(1, -1);
  if (value.includes('\u0000')) throw new JsonProblem('Text may not hold NUL', start);
  if (LONE_SURROGATE.test(value)) throw new JsonProblem('Text may not hold a lone surrogate', start);
  return value;
}

function readNumber(reader: Reader): number {
  const start = reader.at;
  const source = match(reader, NUMBER);
  if (source === null) throw new JsonProblem('Expecting value', start);
  const value = Number(source);
  if (!Number.isFinite(value) || !survives(source, value)) {
    throw new JsonProblem('Number has more digits than can be read exactly', start);
  }
  return value;
}

// What a double carries is written again as the shortest text that leads to it. Where that is the same decimal nothing was lost.
function survives(source: string, value: number): boolean {
  const written = String(value);
  return written === source || decimalOf(written) === decimalOf(source);
}

// One spelling for each decimal: its digits without zeros at either end, and where they stand.
function decimalOf(number: string): string {
  const [mantissa = '', exponent = '0'] = number.toLowerCase().replace(/^-/, '').split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = withoutZerosBehind(digits);
  if (significant === '') return '0';
  return `${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

// Not by a pattern, which would begin anew at each zero of a long row that is none of the last.
function withoutZerosBehind(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

function readWord<T>(reader: Reader, word: string, value: T): T {
  if (!reader.text.startsWith(word, reader.at)) throw new JsonProblem('Expecting value', reader.at);
  reader.at += word.length;
  return value;
}

function match(reader: Reader, pattern: RegExp): string | null {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text);
  if (!found) return null;
  reader.at = pattern.lastIndex;
  return found[0];
}

function skipBlanks(reader: Reader): void {
  match(reader, BLANKS);
}

function takes(reader: Reader, character: string): boolean {
  if (reader.text[reader.at] !== character) return false;
  reader.at += 1;
  return true;
}
