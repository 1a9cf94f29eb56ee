import pino from 'pino';
import { expect, test } from 'vitest';
import { hearLog } from './heard-log.ts';

const KEY = 'fw_live_0123456789abcdef';
const PHONE = '+14155550199';
const NAME = 'Riverasdottir';

test.each([
  ['a credential in a sentence', (log: pino.Logger) => log.warn(`asked with "${KEY}"`)],
  ['a credential in an address', (log: pino.Logger) => log.info({ url: `/here?key=${KEY}&more` })],
  ['a name', (log: pino.Logger) => log.info({ name: NAME })],
  ['a number deep in what failed', (log: pino.Logger) => log.error({ err: new Error(`no way to ${PHONE}`) })],
])('%s is found, and not repeated', (_what, write) => {
  const heard = hearLog();
  write(pino(heard.stream));
  heard.told({ key: KEY, body: { requests: [{ phone: PHONE, customer_last_name: NAME }] } });
  expect(() => heard.judge()).toThrow('***');
  write(pino(heard.stream));
  expect(() => heard.judge()).not.toThrow(KEY);
  expect(() => heard.judge()).not.toThrow();
});

test('what is no secret may be logged', () => {
  const heard = hearLog();
  heard.told({ id: '0199-order', status: 'pending', key_id: 'a-long-identifier' });
  pino(heard.stream).info({ id: '0199-order' }, 'a-long-identifier');
  expect(() => heard.judge()).not.toThrow();
});

test('the number of a card is found by its look, whoever told it, and not repeated', () => {
  const heard = hearLog();
  pino(heard.stream).info({ body: 'paid by 4111 1111 1111 1111' });
  expect(() => heard.judge()).toThrow(/^What looks like the number of a card is in 1 lines of the log$/);
  pino(heard.stream).info({ order: '1234567890123452', id: '44487335-5325-4218-a29a-ea9b2b9b8bca' });
  expect(() => heard.judge()).not.toThrow();
});
