import pino from 'pino';
import { expect, test } from 'vitest';
import { sayLog } from './log-lines.ts';

test('a line of the log is one line in words, with what is known and without what is not of it', () => {
  const said: string[] = [];
  const log = pino(
    { level: 'info' },
    sayLog((line) => said.push(line)),
  );
  log.warn({ event: 'capture.unsettled', id: '0199', checks: 2, problem: null }, 'capture not settled');
  log.error({ err: new Error('connection refused') }, 'sweep failed');
  log.info('ready');
  expect(said).toEqual([
    'warning: capture not settled (event capture.unsettled, id 0199, checks 2)',
    'error: sweep failed: connection refused',
    'info: ready',
  ]);
});
