const LEVELS = new Map<unknown, string>([
  [10, 'trace'],
  [20, 'debug'],
  [30, 'info'],
  [40, 'warning'],
  [50, 'error'],
  [60, 'fatal'],
]);
// Of the process, which a person at its terminal knows.
const LEFT_OUT = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err']);

/** Where the service logs to when a person looks on: each line of JSON is said as one for people. */
export function sayLog(say: (line: string) => void): { write(line: string): void } {
  return { write: (line) => say(lineOf(JSON.parse(line) as Readonly<Record<string, unknown>>)) };
}

/** A line of the log in words: how bad it is, what happened, and what is known of it. */
export function lineOf(told: Readonly<Record<string, unknown>>): string {
  const { msg, err } = told as { msg?: string; err?: { message?: string } };
  const facts = Object.entries(told)
    .filter(([name, value]) => !LEFT_OUT.has(name) && value !== null)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const what = [msg, err?.message].filter((part) => part !== undefined).join(': ');
  const level = LEVELS.get(told['level']) ?? 'log';
  return `${level}: ${what}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`;
}
