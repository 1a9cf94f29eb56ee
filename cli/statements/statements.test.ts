import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  makeCapture,
  makeChannel,
  makeConnectedMerchant,
  refund,
  type TestMerchant,
} from '../../tests/world/actors.ts';
import { readImports } from '../../tests/world/imports.ts';
import { startWorld, type World } from '../../tests/world/world.ts';
import { run } from '../cli.fixture.ts';

// A month with a payment of 10 USD, half of which went back, and one of 20.01 USD; a tenth of each is the platform's, and a
// quarter of that and three cents the channel's.

const TERMS = {
  ...{ type: 'fee_share_and_per_transaction', description: 'A quarter', fee_share_basis_points: 2_500 },
  ...{ per_transaction_minor_units: 3, per_transaction_currency: 'USD' },
};
const ROOT = path.resolve(import.meta.dirname, '../..');
const MONTH_SECONDS = 31 * 86_400;

let world: World;
let merchant: TestMerchant;
let env: Record<string, string>;
let folder: string;
let period: string;
let file: string;
beforeAll(async () => {
  world = await startWorld();
  folder = await mkdtemp(path.join(tmpdir(), 'fairway-statement-'));
  merchant = await makeConnectedMerchant(world, await makeChannel(world, 'Früh & "Söhne"'));
  env = {
    ...{ BASE_URL: world.base_url, OPERATOR_TOKEN: world.operator_token, FAIRWAY_HOME: '/nowhere' },
    CHANNEL_KEY: merchant.key,
  };
  await world.operator('PATCH', `merchants/${merchant.merchant_id}`, { platform_fee_percent: 10 });
  await world.operator('PUT', `channels/${merchant.channel_id}/terms`, TERMS);
  const paid = await makeCapture(world, merchant, { amount: '10.00' });
  await refund(world, merchant, paid.capture_id, { amount: '5.00' });
  await makeCapture(world, merchant, { amount: '20.01' });
  period = String((await world.operator('GET', 'clock')).body.now).slice(0, 7);
  await world.advance(MONTH_SECONDS);
  const closed = await run(['statements', 'close', period, '--channel', merchant.channel_id], env);
  expect(closed, closed.stderr).toMatchObject({ code: 0 });
  file = path.join(folder, 'statement.jsonl');
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await world.close();
});

const listed = async () => (await world.call('GET', '/api/channel/statements', { key: merchant.key })).body;
const exported = async () => (await readFile(file, 'utf8')).trimEnd().split('\n');

test('a statement is exported whole and worked out again', async () => {
  const [{ id }] = await listed();
  const ran = await run(['statements', 'export', id, '--out', file, '--json'], env);
  expect(ran, ran.stderr).toMatchObject({ code: 0 });
  expect(JSON.parse(ran.stdout)).toEqual({ file, bytes: Buffer.byteLength(await readFile(file)) });
  const verified = await run(['statements', 'verify', file], {});
  expect(verified, verified.stdout + verified.stderr).toMatchObject({ code: 0 });
  expect(verified.stdout).toMatch(/The statement holds: 2 lines, [0-9a-f]{64}/);
  const piped = await run(['statements', 'export', id], env);
  expect(piped.stdout.trimEnd().split('\n')).toEqual(await exported());
});

test('statements are listed and shown by the key of their channel', async () => {
  const [{ id }] = await listed();
  const list = await run(['statements', 'list'], env);
  expect(list, list.stderr).toMatchObject({ code: 0 });
  expect(list.stdout).toContain(`${id}  ${period}  USD       issued  2             2.50 USD  0.69 USD`);
  expect(list.stdout).toMatch(/\n1 of 1\n$/);
  expect((await run(['statements', 'list', '--currency', 'EUR'], env)).stdout).toBe('None.\n');
  const json = await run(['statements', 'list', '--all', '--json'], env);
  expect(JSON.parse(json.stdout)).toMatchObject([{ id }]);
  const shown = await run(['statements', 'show', id], env);
  expect(shown.stdout).toMatch(/^owed to the channel +0\.69 USD$/m);
  const none = await run(['statements', 'show', merchant.merchant_id], env);
  expect(none).toMatchObject({ code: 4, stdout: '' });
  const misread = await run(['statements', 'close', '2026-13'], env);
  expect(misread).toMatchObject({ code: 2 });
  expect(misread.stderr).toContain('"2026-13" is no month like 2026-01');
});

test('a statement is exported as a table', async () => {
  const [{ id }] = await listed();
  const ran = await run(['statements', 'export', id, '--as', 'csv'], env);
  expect(ran, ran.stderr).toMatchObject({ code: 0 });
  const [headings, first, second, end] = ran.stdout.split('\r\n');
  expect(headings).toMatch(/^id,entry_type,captured_at,time_zone,provider,/);
  expect(first).toContain(',USD,10.00,1000,1.00,100,0.50,50,0.50,50,');
  expect(first).toMatch(/,2500,0\.03,0\.03,3,0\.16,16$/);
  expect(second).toMatch(/,USD,20\.01,2001,.*,0\.53,53$/);
  expect(end).toBe('');
  const asked = await run(['statements', 'export', id, '--as', 'csv', '--json'], env);
  expect(asked).toMatchObject({ code: 2, stdout: '' });
});

test('a statement is exported as a page to print, in which names are text', async () => {
  const [{ id }] = await listed();
  const ran = await run(['statements', 'export', id, '--as', 'page'], env);
  expect(ran, ran.stderr).toMatchObject({ code: 0 });
  expect(ran.stdout).toMatch(/^<!doctype html>\n<html lang="en">/);
  for (const text of ['0.69 USD', '30.01 USD', 'A quarter', 'ppcp', 'collected', id])
    expect(ran.stdout).toContain(text);
  expect(ran.stdout.match(/<td>\d{4}-\d\d-\d\dT/g)).toHaveLength(2);
  expect(ran.stdout).not.toMatch(/<script|https?:|src=|href=/);
  for (const tag of ['html', 'head', 'body', 'tbody', 'table'])
    expect(ran.stdout.split(`</${tag}>`)).toHaveLength(ran.stdout.split(`<${tag}`).length);
  expect(ran.stdout.trimEnd()).toMatch(/<\/html>$/);
});

test('a form that there is not is misuse, and a statement that there is not is said', async () => {
  const [{ id }] = await listed();
  expect(await run(['statements', 'export', id, '--as', 'pdf'], env)).toMatchObject({ code: 2 });
  for (const form of ['proof', 'csv', 'page'])
    expect(
      (await run(['statements', 'export', world.clock.now().toISOString(), '--as', form], env)).code,
    ).not.toBe(0);
});

describe('what was tampered with is named:', () => {
  type Line = Record<string, number | string | null>;
  const planted: readonly [name: string, line: number, change: (line: Line) => void, says: RegExp][] = [
    [
      'a share',
      1,
      (line) => (line['channel_share_cents'] = 17),
      /line 1: its share is 17, its terms come to 16/,
    ],
    ['a fee', 2, (line) => (line['platform_fee_accrued_cents'] = 201), /line 2: its net fee is not/],
    [
      'a part of the fee',
      1,
      (line) => (line['applied_fee_share_basis_points'] = 2_600),
      /line 1: its part of the fee/,
    ],
    [
      'a pay',
      1,
      (line) => (line['applied_per_transaction_minor_units'] = 4),
      /line 1: its pay for the transaction/,
    ],
    [
      'an amount',
      2,
      (line) => (line['amount_cents'] = 2_002),
      /accounted_captured_amount_cents is 3001, the lines come to 3002/,
    ],
    [
      'an amount that is missing',
      1,
      (line) => delete line['amount_cents'],
      /line 1: its amount_cents is no whole number/,
    ],
    [
      'terms that are no number',
      1,
      (line) => (line['applied_fee_share_basis_points'] = 'x'),
      /line 1: its applied_fee_share_basis_points is no whole number/,
    ],
    [
      'a merchant',
      1,
      (line) => (line['merchant_name'] = 'Other'),
      /lines up to 2 are not those that were issued/,
    ],
    [
      'a time',
      1,
      (line) => (line['captured_at'] = '2999-01-01T00:00:00.000Z'),
      /line 2: it was captured before/,
    ],
  ];
  test.each(planted)('%s', async (_name, nth, change, says) => {
    const lines = await exported();
    const line = JSON.parse(lines[nth]!) as Line;
    change(line);
    const broken = path.join(folder, 'broken.jsonl');
    await writeFile(broken, lines.with(nth, JSON.stringify(line)).join('\n'));
    const verified = await run(['statements', 'verify', broken], {});
    expect(verified.code).toBe(1);
    expect(verified.stdout).toMatch(says);
  });

  test.each([
    ['a line that is missing', (lines: string[]) => lines.toSpliced(1, 1), /there are 1 lines instead of 2/],
    [
      'lines in another order',
      ([head, ...lines]: string[]) => [head!, ...lines.toReversed()],
      /lines up to 2/,
    ],
    [
      'a total',
      (lines: string[]) =>
        lines.with(0, lines[0]!.replace('"channel_share_cents":69', '"channel_share_cents":70')),
      /channel_share_cents is 70, the lines come to 69/,
    ],
    [
      'what is left out',
      (lines: string[]) =>
        lines.with(0, lines[0]!.replace('"excluded_transaction_count":0', '"excluded_transaction_count":1')),
      /excluded_transaction_count is 1, the summaries come to 0/,
    ],
    [
      'the terms',
      (lines: string[]) => lines.with(0, lines[0]!.replace('A quarter', 'A half')),
      /the hash is/,
    ],
  ])('%s', async (_name, change, says) => {
    const broken = path.join(folder, 'broken.jsonl');
    await writeFile(broken, change(await exported()).join('\n'));
    const verified = await run(['statements', 'verify', broken], {});
    expect(verified.code).toBe(1);
    expect(verified.stdout).toMatch(says);
  });
});

test('what works it out again shares no code with the service, and no other', () => {
  const reached = readImports(ROOT, { types: true }).reachedFrom('cli/statements/recompute.ts');
  const own = ['cli/statements/digests.ts', 'cli/statements/recompute.ts'];
  expect([...reached].toSorted()).toEqual([...own, 'package:node:crypto']);
});

test('a correction is issued in the place of the first', async () => {
  const [{ id }] = await listed();
  const corrected = await run(['statements', 'correct', id, '--reason', 'asked for'], env);
  expect(corrected, corrected.stderr).toMatchObject({ code: 0 });
  expect(corrected.stdout).toContain(`in the place of ${id}: 0.69 USD`);
  expect(await run(['statements', 'correct', id, '--reason', 'again'], env)).toMatchObject({ code: 5 });
  expect(await run(['statements', 'correct', id], env)).toMatchObject({ code: 2 });
  expect(await run(['statements', 'close', '2026-13'], env)).toMatchObject({ code: 2 });
});

describe('a month that somebody still posts in', () => {
  let poster: pg.Client;
  beforeAll(async () => {
    await makeCapture(world, merchant, { amount: '30.00' });
    await world.advance(MONTH_SECONDS);
    poster = new pg.Client(world.database_url);
    await poster.connect();
    // As whoever posts does first.
    await poster.query('begin; lock table ledger_postings in row exclusive mode');
  });
  afterAll(() => poster.end());
  const next = () => new Date(Date.parse(`${period}-01`) + MONTH_SECONDS * 1_000).toISOString().slice(0, 7);

  test('is shown as under way while a close waits for it, which says that it got no further', async () => {
    const ran = await run(['statements', 'close', next(), '--json'], env);
    expect(ran, ran.stderr).toMatchObject({ code: 0, stdout: '{"issued":[]}\n' });
    const told = ran.stderr.trimEnd().split('\n');
    expect(told.at(-1)).toBe('1 under way got no further: the worker tries again.');
    const { channel_id } = merchant;
    const under_way = { channel_id, currency: 'USD', phase: 'closing', line_count: 0, written_until: null };
    expect(JSON.parse(told[0]!)).toMatchObject(under_way);
    const asked = await run(['statements', 'under-way', next(), '--json'], env);
    expect(JSON.parse(asked.stdout)).toMatchObject({ total: 1, items: [under_way] });
    const seen = await run(['statements', 'under-way'], env);
    expect(seen.stdout).toMatch(new RegExp(`${next()}.*USD.*${channel_id}.*closing.*░\n1 of 1\n$`));
    expect((await run(['statements', 'under-way', '2020-01'], env)).stdout).toBe('None.\n');
  });

  test('is issued once that has ended', async () => {
    await poster.query('rollback');
    const ran = await run(['statements', 'close', next()], env);
    expect(ran.stdout).toMatch(/^Issued 1\n/);
  });
});

test('a close that issues nothing says why that may be', async () => {
  const ran = await run(['statements', 'close', '2020-01'], env);
  expect(ran).toMatchObject({ code: 0 });
  expect(ran.stdout).toBe(
    'Issued 0: nothing more of that month can be issued now. `fairway statements list` has those that are issued.\n',
  );
});

test('what is no export is no statement', async () => {
  const other = path.join(folder, 'other.txt');
  await writeFile(other, '{"a": 1}\n');
  expect(await run(['statements', 'verify', other], {})).toMatchObject({ code: 1 });
  await writeFile(other, 'none');
  expect((await run(['statements', 'verify', other], {})).stderr).toContain('other.txt:1 is no JSON');
  expect(await run(['statements', 'verify', '/nowhere'], {})).toMatchObject({ code: 2 });
});
