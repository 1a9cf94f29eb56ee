import type { Answer, Attempt } from '../client/src/index.ts';

const SHOWN_ANSWER_CHARS = 240;
const SECRET_FIELDS = new Set(['password', 'key', 'secret', 'activation_url', 'authorization']);
const SHOWN_SECRET_CHARS = 10;
const INVITATION = /(\/activation\/[^/]{6})[^/]*/;

export interface Narrator {
  step(title: string): void;
  call(call: Attempt, answer: Answer): void;
  found(sentence: string): void;
}

/** Tells a person, line by line, what is done, sent and answered; of secrets only the beginning. */
export function makeNarrator(write: (line: string) => void): Narrator {
  let count = 0;
  let last = '';
  return {
    step: (title) => {
      count += 1;
      last = '';
      write(`\n${count}. ${title}`);
    },
    call: (call, answer) => {
      // Waiting repeats a call; its answer is worth a line only when it differs.
      const line = describe(call, answer);
      if (line !== last) write(line);
      last = line;
    },
    found: (sentence) => write(`   ✓ ${sentence}`),
  };
}

function describe(call: Attempt, answer: Answer): string {
  const { authorization, accept: _accept, ...rest } = call.headers;
  const shown = authorization ? { authorization: shorten(authorization), ...rest } : rest;
  const headers = Object.entries(shown).map(([name, value]) => `     ${name}: ${value}`);
  const body = call.body ? [`     ${show(call.body)}`] : [];
  const said = show(answer.body);
  const answered = said.length > SHOWN_ANSWER_CHARS ? `${said.slice(0, SHOWN_ANSWER_CHARS)}…` : said;
  const url = call.url.replace(INVITATION, '$1…');
  return [`   ${call.method} ${url}`, ...headers, ...body, `   → ${answer.status} ${answered}`].join('\n');
}

function show(body: unknown): string {
  const text = JSON.stringify(body, (name, value: unknown) => {
    return SECRET_FIELDS.has(name) && typeof value === 'string' ? shorten(value) : value;
  });
  return text ?? '';
}

function shorten(secret: string): string {
  const [scheme = '', value] = secret.split(' ');
  if (value !== undefined) return `${scheme} ${shorten(value)}`;
  return secret.length > SHOWN_SECRET_CHARS ? `${secret.slice(0, SHOWN_SECRET_CHARS)}…` : '…';
}
