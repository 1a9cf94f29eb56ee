import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { PasswordsBusy } from '../lib/password.ts';
import { Refusal } from '../refusals.ts';
import { problemOf } from './problem-page.ts';

const REQUEST = { id: '0a1b2c3d' };

function judged(error: unknown) {
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { problem: problemOf(error, REQUEST, log), lines };
}

describe('problemOf', () => {
  it('tells a person to come back when the service is busy or its database is away', () => {
    const away = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
    for (const error of [new PasswordsBusy(), away]) {
      expect(judged(error).problem).toMatchObject({ status: 503, text: 'Please try again in a minute.' });
    }
  });

  it('shows a number for a fault of ours, under which the fault is logged', () => {
    const { problem, lines } = judged(new TypeError('a fault'));
    expect(problem).toMatchObject({ status: 500, text: expect.stringContaining(REQUEST.id) });
    expect(lines).toMatchObject([{ request_id: REQUEST.id, err: { message: 'a fault' } }]);
  });

  it('logs no refusal as a fault', () => {
    expect(judged(new Refusal('session_not_found')).lines).toEqual([]);
  });
});
