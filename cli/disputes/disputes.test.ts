import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeChannel, makeConnectedMerchant, type TestMerchant } from '../../tests/world/actors.ts';
import { makeDispute, readDispute } from '../../tests/world/disputes.ts';
import { startWorld, type World } from '../../tests/world/world.ts';
import { run } from '../cli.fixture.ts';

let world: World;
let merchant: TestMerchant;
let env: Record<string, string>;
const folder = mkdtempSync(path.join(tmpdir(), 'fairway-disputes-'));
beforeAll(async () => {
  world = await startWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
  env = {
    BASE_URL: world.base_url,
    CHANNEL_KEY: merchant.key,
    MERCHANT_ID: merchant.merchant_id,
    OPERATOR_TOKEN: world.operator_token,
    FAIRWAY_HOME: '/nowhere',
  };
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await world.close();
});

async function text(...args: string[]): Promise<string> {
  const ran = await run(['disputes', ...args], env);
  expect(ran, ran.stderr).toMatchObject({ code: 0, stderr: '' });
  return ran.stdout;
}
const json = async (...args: string[]) => JSON.parse(await text(...args, '--json'));

test('a dispute is listed, and shown with its notes', async () => {
  expect(await text('list')).toBe('None.\n');
  const { id, provider_id } = await makeDispute(world, merchant);
  expect(await text('list')).toMatch(
    new RegExp(`^${id}  WAITING_FOR_SELLER_RESPONSE +20\\.00 USD .*order-7`, 'm'),
  );
  expect(await text('note', id, 'The carrier was asked.')).toMatch(/^Note .* written at /);
  const shown = await text('show', id);
  for (const part of [provider_id, 'accept-claim, escalate, make-offer, send-message', '20.00 USD']) {
    expect(shown).toContain(part);
  }
  expect(shown).toMatch(/buyer: I want this looked into\.\n.*note: The carrier was asked\.\n$/);
});

test('a list of disputes says how many it shows, and whether there may be more', async () => {
  await Promise.all([makeDispute(world, merchant), makeDispute(world, merchant)]);
  const total = (await json('list')).length;
  expect(await text('list')).toMatch(new RegExp(`\n${total} of ${total}\n$`));
  expect(await text('list', '--limit', '1', '--offset', '1')).toMatch(/\n1 of 2 or more\n$/);
  expect(await text('list', '--offset', '99')).toBe('None.\n');
});

test('a dispute that ended is listed with its status and its outcome, each by its name', async () => {
  const { id, provider_id } = await makeDispute(world, merchant);
  await world.control('POST', `disputes/${provider_id}/resolve`, { outcome: 'RESOLVED_SELLER_FAVOUR' });
  await world.drain();
  expect((await text('list')).split('\n')[0]).toMatch(/^dispute +status +outcome +amount/);
  expect(await text('list')).toMatch(new RegExp(`^${id}  RESOLVED +RESOLVED_SELLER_FAVOUR +20`, 'm'));
});

test('a dispute is answered, which the list and the dispute show', async () => {
  const { id } = await makeDispute(world, merchant);
  expect(await json('answer', id, 'send-message', '--message', 'It left on Monday.')).toEqual(
    await readDispute(world, merchant, id),
  );
  expect(await text('show', id)).toContain('seller: It left on Monday.');
  expect((await json('list', '--limit', '1'))[0]).toMatchObject({ id, event_type: 'dispute.updated' });
});

test('evidence takes a file, and a rehearsal makes no call', async () => {
  const { id } = await makeDispute(world, merchant, { reason: 'UNAUTHORISED' });
  const file = path.join(folder, 'proof.txt');
  writeFileSync(file, 'Signed for on Monday.');
  const given = ['--document', file, '--carrier', 'UPS', '--tracking-number', '1Z9'];
  const rehearsed = await json('answer', id, 'provide-evidence', ...given, '--dry-run');
  expect(rehearsed).toMatchObject({
    dry_run: true,
    method: 'POST',
    url: `${world.base_url}/api/merchants/disputes/${id}/provide-evidence`,
    body: {
      document_text: 'Signed for on Monday.',
      tracking_info: { carrier_name: 'UPS', tracking_number: '1Z9' },
    },
  });
  expect((await readDispute(world, merchant, id)).status).toBe('WAITING_FOR_SELLER_RESPONSE');
  expect(await text('answer', id, 'provide-evidence', ...given)).toContain('UNDER_REVIEW');
});

test.each([
  [['answer', 'x', 'shout'], 2, '"shout" is no answer'],
  [['answer', 'x', 'send-message'], 2, '--message is missing'],
  [['answer', 'x', 'appeal', '--document', '/nowhere/file'], 2, 'cannot be read: ENOENT'],
  [
    ['answer', 'x', 'send-message', '--message', 'Hello', '--amount', '5.00'],
    2,
    '--amount is not of send-message',
  ],
  [['list', '--limit', 'many'], 2, '--limit takes a whole number'],
  [['show', '01900000-0000-7000-8000-000000000000'], 4, 'Dispute not found'],
])('%j is %d', async (args, code, sentence) => {
  const ran = await run(['disputes', ...args], env);
  expect(ran).toMatchObject({ code, stdout: '' });
  expect(ran.stderr).toContain(sentence);
});

test('an answer that is not taken now is a conflict, and without a merchant nothing is asked', async () => {
  const { id } = await makeDispute(world, merchant);
  expect((await run(['disputes', 'answer', id, 'appeal'], env)).code).toBe(5);
  const { MERCHANT_ID: _merchant, ...nobody } = env;
  expect((await run(['disputes', 'list'], nobody)).stderr).toContain(
    '--merchant or MERCHANT_ID has to name it',
  );
});
