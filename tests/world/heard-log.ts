import { Writable } from 'node:stream';
import { holdsCardNumber } from '../../service/src/lib/card-number.ts';

// What opens something, and what belongs to a person and to nobody who reads a log.
const SECRET_FIELD =
  /(^|_)(token|secret|password|key)$|^(phone|(customer_)?(first|last)_name|instructions|buyer_email)$/;
// Shorter ones are found in anything.
const SECRET_LENGTH_MIN = 8;
// No key, token, number or password that is given out holds one of these.
const BETWEEN = /[\s"'`,;:(){}[\]<>=&?|\\]+/u;

interface HeardLog {
  /** Where a service of the test writes what it logs. */
  stream: Writable;
  /** A call's body, its answer or a credential: whatever secrets are in it may not be logged. */
  told(value: unknown): void;
  /** What was logged since the last time that it was judged. */
  lines(): Record<string, unknown>[];
  /** Throws when a line that was logged since the last time holds a secret, which it names without it, or the number of a card. */
  judge(): void;
}

/** Listens to what the services of a world log, at every level but the finest. */
export function hearLog(): HeardLog {
  const secrets = new Set<string>();
  let lines: string[] = [];
  return {
    stream: new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines.push(...chunk.toString().split('\n'));
        done();
      },
    }),
    told: (value) => collect(value, '', secrets),
    lines: () =>
      lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Record<string, unknown>),
    judge: () => {
      const heard = lines;
      lines = [];
      const told = heard.filter((line) => line.split(BETWEEN).some((word) => secrets.has(word)));
      const cards = heard.filter(holdsCardNumber).length;
      if (cards > 0) throw new Error(`What looks like the number of a card is in ${cards} lines of the log`);
      if (told.length > 0) throw new Error(`Secrets were logged:\n${hiding(secrets, told).join('\n')}`);
    },
  };
}

function collect(value: unknown, field: string, secrets: Set<string>): void {
  if (typeof value === 'string') {
    if (!SECRET_FIELD.test(field) || value.length < SECRET_LENGTH_MIN) return;
    // A text of many words is known by its longest.
    const [longest] = value.split(BETWEEN).sort((a, b) => b.length - a.length);
    if (longest !== undefined && longest.length >= SECRET_LENGTH_MIN) secrets.add(longest);
  } else if (Array.isArray(value)) {
    for (const one of value) collect(one, field, secrets);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, one] of Object.entries(value)) collect(one, name, secrets);
  }
}

function hiding(secrets: ReadonlySet<string>, lines: readonly string[]): string[] {
  const separators = new RegExp(`(${BETWEEN.source})`, 'u');
  return lines.map((line) =>
    line
      .split(separators)
      .map((word) => (secrets.has(word) ? '***' : word))
      .join(''),
  );
}
