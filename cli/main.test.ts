import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { OPERATIONS } from '../wire/operations.ts';
import { run } from './cli.fixture.ts';
import { COMMANDS } from './commands.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'fairway-cli-'));
const servers: Server[] = [];
afterAll(() => {
  servers.forEach((server) => server.close());
  rmSync(folder, { recursive: true, force: true });
});

// The paths that were asked for of all of them, in order.
const asked: string[] = [];

/** A deployment that answers everything with one status and a body of JSON, or a table. */
async function answering(status: number, body: object | string = { detail: 'So it is' }): Promise<string> {
  const [type, text] =
    typeof body === 'string' ? ['text/csv', body] : ['application/json', JSON.stringify(body)];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(status, { 'content-type': type }).end(text);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const home = { FAIRWAY_HOME: path.join(folder, 'home') };
const operator = (BASE_URL: string) => ({
  ...home,
  BASE_URL,
  OPERATOR_TOKEN: 'operator-token-0123456789-0123456789',
});

describe('the help', () => {
  test('names every command, and is answered without loading the service', async () => {
    const coverage = path.join(folder, 'coverage');
    const help = await run(['--help'], { NODE_V8_COVERAGE: coverage });
    expect(help).toMatchObject({ code: 0, stderr: '' });
    for (const { name } of COMMANDS) expect(help.stdout).toContain(`fairway ${name}`);
    const root = `${pathToFileURL(path.resolve(import.meta.dirname, '..')).href}/`;
    const loaded = readdirSync(coverage).flatMap((name) => {
      const report = JSON.parse(readFileSync(path.join(coverage, name), 'utf8'));
      return report.result.map(({ url }: { url: string }) => url.replace(root, '')) as string[];
    });
    expect(loaded).toContain('cli/main.ts');
    expect(loaded.filter((file) => !/^(?:node:|bin\/|cli\/)/.test(file))).toEqual([]);
  });

  test.each([
    [['merchants', 'route', '--help'], /^fairway merchant route /],
    [['event', 'list', '--help'], /^fairway events list /],
    [['keys', 'revoke', '--help'], /^fairway key revoke /],
    [['users', 'remove', '--help'], /^fairway user remove /],
    [['help', 'disputes'], /^ +fairway disputes answer /m],
    [['help', 'dispute'], /^ +fairway disputes answer /m],
  ])('%j knows a noun in either number, and tells it in one', async (args, told) => {
    expect((await run(args)).stdout).toMatch(told);
  });

  test.each(COMMANDS.map(({ name }) => [name]))('%s tells its options', async (name) => {
    const help = await run([...name.split(' '), '--help']);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toMatch(new RegExp(`^fairway ${name}`));
    expect(help.stdout).toContain('--json');
    // A secret on a command line is read by every process of the machine.
    expect(help.stdout).not.toMatch(/--(?:key|token|secret|operator-token) /);
  });

  test.each([[['help', 'channel']], [['channel', '--help']], [['--help', 'channel', '--json']]])(
    '%j asks for the commands of a noun, and has them',
    async (args) => {
      const asked = await run(args);
      expect(asked).toMatchObject({ code: 0, stderr: '' });
      expect(asked.stdout).toContain('fairway channel invite');
      expect(asked.stdout).not.toContain('fairway merchant');
    },
  );

  test('of a noun alone lists what it can do, and is misuse', async () => {
    const listed = await run(['merchant']);
    expect(listed.code).toBe(2);
    expect(listed.stderr).toContain('fairway merchant hold');
    expect(listed.stderr).not.toContain('fairway channel');
  });
});

test.each([
  [['channel', 'create'], 'name', 'owner-email'],
  [['channel', 'terms'], 'description'],
  [['key', 'mint'], 'merchant', 'name'],
  [['user', 'invite'], 'merchant', 'email', 'permissions'],
  [['listen'], 'forward-to'],
  [['reconcile', 'settle'], 'note'],
  [['statements', 'correct'], 'reason'],
  [['text', 'send'], 'amount-cents', 'first-name', 'last-name', 'topic', 'instructions'],
])('the help of %j marks what it requires', async (command, ...required) => {
  const { stdout } = await run([...command, '--help']);
  const marked = [...stdout.matchAll(/^ +--(\S+) .*\(required\)$/gm)].map(([, name]) => name);
  expect(marked).toEqual(required);
});

test('the help of merchant route names every provider that there is', async () => {
  const { stdout } = await run(['merchant', 'route', '--help']);
  const [, named = ''] = /The provider is one of ([\w, ]+)\./.exec(stdout) ?? [];
  const { payment_provider } = OPERATIONS['operator.merchants.update'].body.properties;
  expect(payment_provider).toMatchObject({ enum: named.split(', ') });
});

test('a command that does not exist is answered in a line or with the commands of its noun, not with all', async () => {
  const unknown = await run(['nonsense']);
  expect(unknown.stderr).toBe('fairway: there is no command "nonsense"\n`fairway help` lists them all.\n');
  const ofNoun = await run(['clock', 'turn']);
  expect(ofNoun.stderr).toContain('fairway clock advance');
  expect(ofNoun.stderr).not.toContain('fairway serve');
});

test('--json may stand before the command as well', async () => {
  const before = await run(['--json', 'clock', 'show'], home);
  expect(before).toEqual(await run(['clock', 'show', '--json'], home));
  expect(JSON.parse(before.stderr)).toMatchObject({ exit_code: 2 });
});

test('--version prints the release of the package', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(await run(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  expect((await run(['--version', '--json'])).stdout).toBe(`{"version":"${version}"}\n`);
});

describe('a command line that is not understood ends with 2 and says why', () => {
  test.each([
    [['nonsense'], 'there is no command "nonsense"'],
    [['--base-url', 'http://127.0.0.1:1', 'clock', 'show'], '--base-url stands before a command'],
    [['serv'], 'there is no command "serv"; did you mean "serve"?'],
    [['dispuets', 'show'], 'did you mean "disputes show"?'],
    [['clock', 'advnce', '60'], 'there is no command "clock advnce"; did you mean "clock advance"?'],
    [['clock', 'show', '--surplus'], 'there is no option --surplus'],
    [['clock', 'show', '--base-ulr', 'http://127.0.0.1:1'], 'no option --base-ulr; did you mean --base-url?'],
    [['clock', 'show', '--base-ulr=http://127.0.0.1:1'], 'no option --base-ulr; did you mean --base-url?'],
    [['clock', 'show', '-x'], 'there is no option -x'],
    [['trigger', 'payment.captred'], 'cannot be triggered; did you mean "payment.captured"?'],
    [['trigger', 'dispute.eviction'], 'cannot be triggered; there are checkout.session.created, '],
    [['disputes', 'answer', 'd', 'acept-claim'], 'is no answer; did you mean "accept-claim"?'],
    [['clock', 'show', 'surplus'], '"surplus" is one word too many'],
    [['clock', 'advance'], '<seconds> is missing'],
    [['clock', 'advance', 'soon'], '"soon" is no time'],
    [['events', 'replay'], 'a filter that finds some'],
    [['events', 'replay', 'evt_1', '--state', 'failed'], 'not both'],
    [['channel', 'create', '--name', 'A'], '--owner-email is missing'],
    [['listen'], '--forward-to is missing'],
    [['listen', '--forward-to', 'localhost:3000'], 'no http or https address'],
    [['listen', '--forward-to', 'http://a:b@localhost'], 'credentials'],
    [['listen', '--forward-to', 'http://localhost', '--events', 'payment.lost'], 'payment.captured'],
    [
      ['listen', '--forward-to', 'http://localhost', '--events', 'payment.refundd'],
      'mean "payment.refunded"?',
    ],
    [['clock', 'show', '--operator-token-file', '/nowhere'], '/nowhere cannot be read'],
    [['clock', 'show'], 'npm start'],
  ])('%j', async (args, why) => {
    const env = args.includes('--operator-token-file') ? { ...home, BASE_URL: 'http://127.0.0.1:1' } : home;
    const ran = await run(args, env);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain(why);
    const told = await run([...args, '--json'], env);
    expect(told).toMatchObject({ code: 2, stdout: '' });
    expect(JSON.parse(told.stderr)).toEqual({ error: expect.stringContaining(why), exit_code: 2 });
  });
});

describe('an exit code tells what became of the call', () => {
  test.each([
    [400, 1],
    [401, 3],
    [403, 3],
    [404, 4],
    [409, 5],
    [422, 2],
    [429, 6],
    [500, 7],
    [503, 7],
  ])('%d ends with %d', async (status, code) => {
    const ran = await run(['clock', 'show'], operator(await answering(status)));
    expect(ran).toMatchObject({ code, stdout: '' });
    expect(ran.stderr).toContain(`answered ${status}`);
    expect(ran.stderr).not.toContain('operator-token');
  });

  test('who is not known is told whose credential it was and where it went', async () => {
    const address = await answering(401);
    const refused = await run(['clock', 'show'], operator(address));
    expect(refused.stderr).toMatch(
      new RegExp(`\nThe operator token of OPERATOR_TOKEN was sent to ${address}\\.\n$`),
    );
    const file = path.join(folder, 'key');
    writeFileSync(file, 'sk_test_of_nobody\n');
    const listing = ['disputes', 'list', '--merchant', 'mine', '--key-file', file];
    const listed = await run(listing, { ...home, BASE_URL: address });
    expect(listed.stderr).toContain(`\nThe channel key of ${file} was sent to ${address}.\n`);
    expect(listed.stderr).not.toContain('of_nobody');
  });

  test('nobody there ends with 7, no credential with 3', async () => {
    expect(await run(['clock', 'show'], operator('http://127.0.0.1:1'))).toMatchObject({ code: 7 });
    const anonymous = await run(['clock', 'show'], { ...home, BASE_URL: 'http://127.0.0.1:1' });
    expect(anonymous).toMatchObject({ code: 3 });
    expect(anonymous.stderr).toContain('OPERATOR_TOKEN');
  });

  test('with --json the failure is a line of JSON too', async () => {
    const ran = await run(['clock', 'show', '--json'], operator(await answering(409)));
    expect(ran).toMatchObject({ code: 5, stdout: '' });
    expect(JSON.parse(ran.stderr)).toEqual({ error: expect.stringContaining('409'), exit_code: 5 });
  });
});

const LINES = { total: 1, lines: [{}] };

// What every write fails on for want of room.
test.skipIf(!statSync('/dev/full', { throwIfNoEntry: false })?.isCharacterDevice()).each([
  ['help', {}, 'fairway: the output could not be written: ENOSPC\n'],
  ['statements export of-mine', LINES, 'fairway: the output could not be written: ENOSPC\n'],
  ['transactions export --merchant mine', 'id\n1\n', 'fairway: the output could not be written: ENOSPC\n'],
  [
    'statements export of-mine --json',
    LINES,
    '{"error":"the output could not be written: ENOSPC","exit_code":1}\n',
  ],
])('%s, whose output could not be written, ends with 1 and says so once', async (command, answer, told) => {
  const program = path.join(import.meta.dirname, '..', 'bin', 'fairway.mjs');
  const script = `'${process.execPath}' '${program}' ${command} > /dev/full`;
  const deployment = { ...operator(await answering(200, answer)), CHANNEL_KEY: 'sk_test_of_mine' };
  const ended = promisify(execFile)('sh', ['-c', script], { env: { ...process.env, ...deployment } });
  await expect(ended).rejects.toMatchObject({ code: 1, stderr: told });
});

test('what is no credential goes nowhere, and nothing of it is repeated', async () => {
  const file = path.join(folder, 'two-lines');
  writeFileSync(file, 'first-secret\nsecond-secret\n');
  const env = { ...home, BASE_URL: 'http://127.0.0.1:1' };
  const ran = await run(['clock', 'show', '--operator-token-file', file], env);
  expect(ran).toMatchObject({ code: 2, stdout: '' });
  expect(ran.stderr).toContain(`${file} holds more than one credential, or none`);
  expect(ran.stderr).not.toContain('first-secret');
});

test('a key of the running npm start goes to no other address', async () => {
  const [own, other] = [
    await answering(200, { now: '2026-01-01T00:00:00.000Z', offset_seconds: 0 }),
    await answering(200, {}),
  ];
  const FAIRWAY_HOME = mkdtempSync(path.join(folder, 'started-'));
  const record = { base_url: own, operator_token: 'kept', channel_key: 'kept', pid: process.pid };
  writeFileSync(path.join(FAIRWAY_HOME, 'dev.json'), JSON.stringify(record));
  expect(await run(['clock', 'show'], { FAIRWAY_HOME })).toMatchObject({ code: 0 });
  expect(await run(['clock', 'show', '--base-url', `${own}/`], { FAIRWAY_HOME })).toMatchObject({ code: 0 });
  expect(await run(['clock', 'show', '--base-url', other], { FAIRWAY_HOME })).toMatchObject({ code: 3 });
});

describe('csp', () => {
  const policies = {
    redirect: {},
    embed: { 'script-src': ['https://pay.example/sdk/'], 'frame-src': ['https://pay.example'] },
    buttons: { 'connect-src': ['https://pay.example', 'https://wallet.example'] },
  };

  test('prints the header for a way, or its directives as JSON', async () => {
    const BASE_URL = await answering(200, policies);
    const embed =
      'Content-Security-Policy: script-src https://pay.example/sdk/; frame-src https://pay.example\n';
    expect(await run(['csp', '--for', 'embed'], { BASE_URL })).toMatchObject({ code: 0, stdout: embed });
    const json = await run(['csp', '--json'], { BASE_URL });
    expect(JSON.parse(json.stdout)).toEqual(policies.buttons);
    expect(await run(['csp', '--for', 'redirect'], { BASE_URL })).toMatchObject({ code: 0, stdout: '' });
    expect(await run(['csp', '--for', 'popup'], { BASE_URL })).toMatchObject({ code: 2 });
  });

  test('of a session asks for that one, and says that there is none', async () => {
    const BASE_URL = await answering(404);
    const ran = await run(['csp', '--session', 'cs_of_mine'], { BASE_URL });
    expect(ran).toMatchObject({ code: 4, stdout: '' });
    expect(ran.stderr).toContain('no such session');
    expect(asked.at(-1)).toBe('/sdk/policy?session=cs_of_mine');
  });

  test('says that nobody is there', async () => {
    expect(await run(['csp', '--base-url', 'http://127.0.0.1:1'])).toMatchObject({ code: 7 });
  });
});

describe('provider ping', () => {
  const CHECKS = ['settings', 'token', 'partner', 'webhook', 'events'];
  const report = (statuses: string[]) => ({
    provider: 'ppcp',
    environment: 'test',
    api_base: 'https://wallet.example',
    ok: statuses.every((status) => status === 'ok'),
    checks: CHECKS.map((name, index) => ({ name, status: statuses[index], detail: `Of ${name}.` })),
  });

  test('prints each check and ends with 0 when all of them hold', async () => {
    const all = report(['ok', 'ok', 'ok', 'ok', 'ok']);
    const ran = await run(['provider', 'ping'], operator(await answering(200, all)));
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    for (const name of CHECKS) expect(ran.stdout).toMatch(new RegExp(`✓ ${name} +Of ${name}\\.`));
  });

  test('ends with 1 when one does not', async () => {
    const some = report(['ok', 'failed', 'skipped', 'skipped', 'skipped']);
    const base = await answering(200, some);
    const ran = await run(['provider', 'ping', '--json'], operator(base));
    expect(ran.code).toBe(1);
    expect(JSON.parse(ran.stdout)).toEqual(some);
    const text = await run(['provider', 'ping'], operator(base));
    expect(text.stdout).toMatch(/✗ token +Of token\.\n- partner/);
  });
});

describe('a refusal is told in sentences', () => {
  const problems = [
    { type: 'missing', loc: ['body', 'seconds'], msg: 'Field required', input: {} },
    { type: 'x', loc: ['query', 'limit'], msg: 'Too large', input: 1, ctx: { hint: 'ask for less' } },
  ];
  test.each([
    [422, { detail: problems }, 'body.seconds: Field required; query.limit: Too large (ask for less)'],
    [409, { detail: 'The present state does not allow it' }, 'The present state does not allow it'],
    [429, { error: 'Rate limit exceeded: 60 per 1 minute' }, 'Rate limit exceeded: 60 per 1 minute'],
    [500, ['odd'], '["odd"]'],
  ])('%i', async (status, body, sentence) => {
    const { stderr } = await run(['clock', 'show'], operator(await answering(status, body)));
    expect(stderr).toMatch(new RegExp(`answered ${status}: `));
    expect(stderr.trim().endsWith(sentence)).toBe(true);
    if (status !== 500) expect(stderr).not.toMatch(/[{}]/);
  });
});
