import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { run } from '../cli.fixture.ts';
import { RULES } from './concerns.ts';
import { readFigures } from './figures.ts';
import { reportOf } from './report.ts';

const OPERATING = path.resolve(import.meta.dirname, '../../docs/operating');
const alerts = readFileSync(path.join(OPERATING, 'alerts.yml'), 'utf8');
const advice = readFileSync(path.join(OPERATING, 'alerts.md'), 'utf8');

const WELL = `# HELP fairway_build_info Always 1.
fairway_build_info{version="1.0.0",migration="0001_first.sql",environment="test",roles="api,worker"} 1
fairway_backlog_current 1
fairway_clock_skew_seconds -0.0021
fairway_deliveries{state="due"} 2
fairway_unsettled{kind="refund"} 3
fairway_needs_person{kind="refund"} 0
fairway_oldest_due_seconds{kind="refund",queue="work"} 12.4
`;

const heard = (text: string, more: object = {}) =>
  reportOf({
    ...{ base_url: 'http://a', readiness: 'ready', given_up: 0, is_token_refused: false },
    figures: readFigures(text),
    ...more,
  });

test('figures are read with their labels, whatever is in them, and other lines are passed over', () => {
  expect(
    readFigures('# TYPE a gauge\na{b="c\\"}\\\\",d="e"} 1.5e3\nbroken\nf NaN\ng 2 1700000000\n'),
  ).toEqual([
    { name: 'a', labels: { b: 'c"}\\', d: 'e' }, value: 1500 },
    { name: 'g', labels: {}, value: 2 },
  ]);
});

test('each rule has the figure and the limit of the alert that it is named for, and a part of the handbook', () => {
  for (const { alert, figure, labels = {}, limit } of RULES) {
    const [, expr = ''] = new RegExp(`alert: ${alert}\n\\s+expr: ([^]*?)\n\\s+(?:for|labels):`).exec(alerts)!;
    expect(expr).toContain(figure);
    // One process is looked at: what holds only where all of them are so is not for it to say.
    expect(expr).not.toMatch(/min by/);
    expect(expr).toMatch(new RegExp(`> ${limit}\\b`));
    for (const [name, value] of Object.entries(labels)) expect(expr).toContain(`${name}="${value}"`);
    expect(advice).toContain(`### ${alert}\n`);
  }
});

describe('a deployment', () => {
  test('that is ready, with work that is in time, is well', () => {
    expect(heard(WELL)).toMatchObject({ ok: true, concerns: [], unsettled: { refund: 3 }, given_up: 0 });
  });

  test.each([
    ['fairway_needs_person{kind="charge"} 2', 'charge: 2 for a person to settle', 'fairway unsettled list'],
    ['fairway_clock_skew_seconds -4', 'the clock of the host is 4.000 s behind the database’s', null],
    ['fairway_sweep_late_seconds{sweep="renewals"} 301', 'the sweep renewals should have ended', null],
    ['fairway_oldest_due_seconds{kind="notice",queue="work"} 301', 'the oldest notice has been due', null],
    ['fairway_reconciliation_differences{cause="fee"} 1', 'fee: 1 told otherwise', 'fairway reconcile list'],
    ['fairway_backlog_current 0', 'what waits could not be counted', null],
  ])('with %s is for a person', (line, says, next) => {
    const [name] = line.split(/[ {]/);
    const others = WELL.split('\n').filter((one) => !one.startsWith(name!) || one.includes('{'));
    const { ok, concerns } = heard([...others, line].join('\n'));
    expect(ok).toBe(false);
    expect(concerns).toEqual([expect.objectContaining({ says: expect.stringContaining(says) })]);
    expect(concerns[0]!.next).toBe(next);
  });

  test('is not judged by the limit of another queue', () => {
    expect(heard(`${WELL}fairway_oldest_due_seconds{kind="invoice",queue="scheduled"} 3000\n`).ok).toBe(true);
  });

  test('whose events were given up says so, and not where nobody could ask', () => {
    expect(heard(WELL, { given_up: 1 }).concerns[0]).toMatchObject({ alert: 'FairwayDeliveriesFail' });
    expect(heard(WELL, { given_up: null })).toMatchObject({ ok: true, given_up: null });
  });
});

describe('the command', () => {
  const servers: Server[] = [];
  afterAll(() => servers.forEach((server) => server.close()));

  async function answering(answers: Record<string, [status: number, body: string]>) {
    const server = createServer((request, response) => {
      const [status, body] = answers[request.url ?? ''] ?? [404, '{"detail":"Not found"}'];
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const BASE_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { BASE_URL, FAIRWAY_HOME: '/nowhere' };
  }
  const READY: [number, string] = [200, '{"status":"ready"}'];

  test('ends with 0 when all is well, and says what it did not ask', async () => {
    const ran = await run(['status'], await answering({ '/readyz': READY, '/metrics': [200, WELL] }));
    expect(ran).toMatchObject({ code: 0, stderr: expect.stringContaining('OPERATOR_TOKEN') });
    expect(ran.stdout).toMatch(/^Fairway 1\.0\.0 \(test\) at http[^]*\n✓ all is well\n$/);
    expect(ran.stdout).toMatch(/unsettled +refund 3\n/);
  });

  test('names no sweep as late that would be by no whole second', async () => {
    const late = (name: string, seconds: number) =>
      `fairway_sweep_late_seconds{sweep="${name}"} ${seconds}\n`;
    const shown = async (metrics: string) =>
      (await run(['status'], await answering({ '/readyz': READY, '/metrics': [200, metrics] }))).stdout;
    expect(await shown(WELL + late('notices', 0.2))).toMatch(/late sweeps +none\n/);
    expect(await shown(WELL + late('notices', 0.2) + late('refunds', 1.6))).toMatch(
      /late sweeps +refunds by 2 s\n/,
    );
  });

  test('ends with 1 when something is for a person, and with 7 when it is not ready', async () => {
    const given: [number, string] = [200, `${WELL}fairway_needs_person{kind="charge"} 2\n`];
    const some = await run(['status', '--json'], await answering({ '/readyz': READY, '/metrics': given }));
    expect(some.code).toBe(1);
    expect(JSON.parse(some.stdout)).toMatchObject({ ok: false, needs_person: { charge: 2 } });
    const stuck: [number, string] = [503, '{"status":"sweeps stuck"}'];
    const ran = await run(['status'], await answering({ '/readyz': stuck, '/metrics': [200, WELL] }));
    expect(ran).toMatchObject({ code: 7, stdout: expect.stringContaining('it is not ready: sweeps stuck') });
  });

  test('ends with 7 when another answers there, or keeps the figures back', async () => {
    const other = await run(['status'], await answering({ '/readyz': [200, 'ok'] }));
    expect(other).toMatchObject({ code: 7, stdout: '', stderr: expect.stringContaining('/readyz') });
    const kept = await run(['status'], await answering({ '/readyz': READY }));
    expect(kept).toMatchObject({ code: 7, stdout: '', stderr: expect.stringContaining('a process itself') });
  });

  test('tells what else it knows where what was given up is not told', async () => {
    const env = {
      ...(await answering({ '/readyz': READY, '/metrics': [200, WELL] })),
      OPERATOR_TOKEN: 'old'.repeat(11),
    };
    const ran = await run(['status', '--json'], env);
    expect(ran).toMatchObject({ code: 0, stderr: expect.stringContaining('was not told') });
    expect(JSON.parse(ran.stdout)).toMatchObject({ ok: true, given_up: null });
  });

  test('is not well where the token is refused, and tells what else it knows', async () => {
    const path = '/api/operator/events/replay';
    const refusing: Parameters<typeof answering>[0] = {
      '/readyz': READY,
      '/metrics': [200, WELL],
      [path]: [401, '{"detail":"Invalid API key"}'],
    };
    const env = { ...(await answering(refusing)), OPERATOR_TOKEN: 'old'.repeat(11) };
    const ran = await run(['status'], env);
    expect(ran).toMatchObject({ code: 1, stderr: '' });
    expect(ran.stdout).toMatch(
      /unsettled +refund 3\n[^]*✗ the operator’s token is refused.* \(OPERATOR_TOKEN\)\n$/,
    );
    expect(ran.stdout).not.toContain('all is well');
  });
});
