import { expect, test } from 'vitest';
import { movableClock } from '../lib/clock.ts';
import { whileInTime } from '../lib/send-in-time.ts';
import { openCarrier } from './open.ts';

const NOWHERE = 'http://127.0.0.1:1';

test('a message does not leave once its time is over, and is looked for all the same', async () => {
  const settings = { api_base: NOWHERE, account: 'AC1', token: 'token', from: '+14155550100' };
  const carrier = openCarrier(settings, { clock: movableClock(), log: () => undefined });
  const to = '+14155550101';
  const late = <T>(work: () => T): T => whileInTime(() => false, work);
  const sent = await late(() => carrier.send({ to, body: 'Pay here', status_url: NOWHERE }));
  expect(sent).toMatchObject({ kind: 'unreachable', problem: 'it was not sent in its time' });
  const found = await late(() => carrier.find({ to, since: new Date(), words: 'Pay' }));
  expect(found).toMatchObject({ kind: 'unreachable', problem: 'ECONNREFUSED' });
});
