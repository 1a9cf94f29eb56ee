import { execFile, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServiceDatabase } from '../tests/world/database.ts';
import { withConnection } from './connection.ts';
import type { DevRecord } from '../local/record.ts';

// What README.md and docs/ print for people to run, run as it is printed, over the programs that it is printed for.

const LIMIT_MS = 180_000;
const ROOT = path.resolve(import.meta.dirname, '..');
const home = mkdtempSync(path.join(tmpdir(), 'fairway-printed-'));
// Within the tree, where the packages that `npx` is asked for are installed.
mkdirSync(path.join(ROOT, 'node_modules', '.cache'), { recursive: true });
const ownProgram = mkdtempSync(path.join(ROOT, 'node_modules', '.cache', 'printed-'));
const settings = { ...process.env, FAIRWAY_HOME: home, PORT: '0', SANDBOX_PORT: '0' } as NodeJS.ProcessEnv;
for (const name of ['BASE_URL', 'DATABASE_URL', 'CHANNEL_KEY', 'OPERATOR_TOKEN']) delete settings[name];

interface Snippet {
  file: string;
  /** Under which heading, and which of the snippets there. */
  place: string;
  language: string;
  text: string;
}

function snippetsOf(file: string): Snippet[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  const found: Snippet[] = [];
  let heading = '';
  // A fence is taken whole, so that a comment within is no heading.
  for (const [, language, inside = '', under] of text.matchAll(/^```(\w+)\n([^]*?)^```|^#{1,3} (.*)$/gm)) {
    heading = under ?? heading;
    if (language === undefined) continue;
    const n = found.filter(({ place }) => place.startsWith(heading)).length + 1;
    found.push({ file, language, text: inside, place: n === 1 ? heading : `${heading} ${n}` });
  }
  return found;
}

const all = ['README.md', ...globSync('docs/**/*.md', { cwd: ROOT })]
  .flatMap((file) => snippetsOf(file.replaceAll(path.sep, '/')))
  .filter(({ language }) => language !== 'mermaid');

/** Run below, in this order and in one shell. */
const STEPS = [
  'README.md: Take a test payment by curl',
  'README.md: Take a test payment by curl 2',
  'README.md: Connect a merchant',
  'README.md: Save a way to pay, and charge it later',
  'README.md: Answer a dispute',
  'docs/cli.md: Answer a dispute',
  'README.md: Ask for a payment by text message',
  'docs/cli.md: Ask for a payment by text message',
  'docs/checkout-on-a-page.md: Make a session',
  'docs/checkout-on-a-page.md: What your page has to allow',
  'README.md: Receive a webhook safely',
  'docs/cli.md: Have an event happen',
  'docs/webhooks.md: What became of a delivery',
  'docs/cli.md: What became of a delivery?',
  'docs/webhooks.md: What was missed',
  'docs/webhooks.md: What was missed 2',
  'docs/cli.md: For the operator',
  'docs/cli.md: What somebody named',
  "docs/cli.md: Keys of a merchant's own",
  "docs/cli.md: Users of a merchant's dashboard",
  'README.md: Produce what rarely happens',
  'README.md: Charge every month, and read what the channel is owed',
];
const GENERATORS = 'README.md: Generate a client';
const LISTEN = 'docs/cli.md: Hear events on your own machine';
const VERIFY = 'docs/cli.md: Why does the signature not hold?';
const CLIENT = ['docs/errors.md: A client that does so', 'docs/errors.md: A client that does so 2'];
const STORE = 'docs/webhooks.md: Verify, store, answer, then act 2';
const COUNT = 'docs/operating/upgrades.md: For who runs it';

/** Run elsewhere, by the test that is named. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'README.md: Two commands': 'dev/start.test.ts',
  'README.md: Receive a webhook safely 2': 'dev/generate-check.test.ts',
  'docs/checkout-on-a-page.md: Show the page in a frame': 'web/sdk/guide.browser.test.ts',
  'docs/checkout-on-a-page.md: Draw the buttons yourself': 'web/sdk/guide.browser.test.ts',
  'docs/checkout-on-a-page.md: Draw the buttons yourself 2': 'web/sdk/guide.browser.test.ts',
  'docs/checkout-on-a-page.md: What to do for each code': 'web/sdk/guide.browser.test.ts',
  'docs/adding-an-operation.md: 1. The row': 'service/src/contract/adding-an-operation.test.ts',
  'docs/adding-an-operation.md: 2. The decision': 'service/src/contract/adding-an-operation.test.ts',
  'docs/adding-an-operation.md: 2. The decision 2': 'service/src/contract/adding-an-operation.test.ts',
  'docs/cli.md: Take transactions along': 'cli/transactions/export.test.ts',
  // The tests cannot well start themselves.
  'README.md: Change it': 'dev/loop/test-main.test.ts',
  'docs/cli.md: Command line': 'cli/printed.test.ts',
  'docs/webhooks.md: Verify, store, answer, then act': 'service/src/contract/guides.test.ts',
  'docs/webhooks.md: In a framework': 'client/frameworks.test.ts',
  'docs/webhooks.md: In a framework 2': 'client/frameworks.test.ts',
  'docs/webhooks.md: In a framework 3': 'client/frameworks.test.ts',
  'docs/webhooks.md: In a framework 4': 'client/frameworks.test.ts',
  'docs/operating/upgrades.md: For who writes a migration': 'service/src/db/migrate.test.ts',
  'docs/operating/upgrades.md: For who writes a migration 2': 'service/src/db/migrate.test.ts',
};

const record = () => JSON.parse(readFileSync(path.join(home, 'dev.json'), 'utf8')) as DevRecord;

const nameOf = ({ file, place }: Snippet): string => `${file}: ${place}`;

function printed(name: string): string {
  const found = all.find((snippet) => nameOf(snippet) === name);
  if (!found) throw new Error(`nothing is printed under ${name}`);
  return found.text;
}

test('each snippet is run by a test', () => {
  const known = [...STEPS, GENERATORS, LISTEN, VERIFY, ...CLIENT, STORE, COUNT, ...Object.keys(ELSEWHERE)];
  expect(all.map(nameOf).filter((name) => !known.includes(name))).toEqual([]);
  expect(Object.values(ELSEWHERE).filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});

test('a delivery whose signature holds is said to hold', { timeout: LIMIT_MS }, async () => {
  const [secret, body, t] = ['whsec_of_this_test', '{"id":"evt_1"}', Math.floor(Date.now() / 1000)];
  const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
  const files = {
    secret,
    'body.bin': body,
    'headers.txt': `Service-Signature: t=${t},v1=${v1}\nService-Timestamp: ${t}\n`,
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(ownProgram, file), text);
  const fairway = `cd '${ROOT}'\n${printed('docs/cli.md: Command line')}cd '${ownProgram}'`;
  const script = `${fairway}\n${printed(VERIFY)}`;
  const { stdout } = await promisify(execFile)('sh', ['-e', '-c', script], { env: settings });
  expect(stdout).toMatch(/holds|verif/i);
});

test('an event is stored once, and the rows of no quarter are counted', async () => {
  const database = await createServiceDatabase();
  try {
    await withConnection(database.url, async (client) => {
      await client.query('create table fairway_events (id text primary key, type text, body jsonb)');
      const store = () => client.query(printed(STORE), ['evt_1', 'payment.captured', '{}']);
      expect((await store()).rows).toEqual([{ id: 'evt_1' }]);
      expect((await store()).rows).toEqual([]);
      expect((await client.query(printed(COUNT))).rows).toEqual([{ count: '0' }]);
    });
  } finally {
    await database.drop();
  }
});

describe('with npm start running', () => {
  let stop: () => Promise<unknown>;

  beforeAll(async () => {
    const child = spawn(process.execPath, ['bin/start.mjs'], { cwd: ROOT, env: settings });
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    stop = () => {
      child.kill('SIGTERM');
      return ended;
    };
    let told = '';
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => {
        told += String(chunk);
        if (told.includes('npm run journey')) resolve();
      });
      void ended.then(() => reject(new Error(told)));
    });
  }, LIMIT_MS);
  afterAll(async () => {
    await stop();
    for (const folder of [home, ownProgram]) rmSync(folder, { recursive: true, force: true });
  }, LIMIT_MS);

  async function runAll(texts: readonly string[], cwd: string): Promise<string[]> {
    const { base_url } = record();
    const script = texts.map((text) => `echo '=== step'\n${text}`).join('\n');
    const { stdout } = await promisify(execFile)('sh', ['-e', '-c', script], {
      cwd,
      env: { ...settings, BASE: base_url },
    });
    return stdout.split('=== step\n').slice(1);
  }

  test(
    'payments, a decline, a merchant, a saved way to pay, webhooks and the clock are as they are told',
    { timeout: LIMIT_MS },
    async () => {
      const said = await runAll(STEPS.map(printed), ROOT);
      const expected: Record<string, RegExp> = {
        'README.md: Take a test payment by curl': /\{"success":true\}$/,
        'README.md: Take a test payment by curl 2': /"code":"payment_declined"\}$/,
        'README.md: Connect a merchant':
          /"linked_pending"[^]*"email_unverified"[^]*"wallet_connection_status":"connected"[^]*"wallet_status_reason":null/,
        'README.md: Save a way to pay, and charge it later': /"status":"saved"[^]*"transaction_id"/,
        'README.md: Answer a dispute':
          /"available_actions":\["accept-claim","escalate"[^]*"CHARGEBACK"[^]*"status":"UNDER_REVIEW"/,
        'docs/cli.md: Answer a dispute':
          /UNDER_REVIEW[^]*answers it takes +provide-supporting-info[^]*answers it takes/,
        'README.md: Ask for a payment by text message': /"outcome":"completed"[^]*"status":"paid"/,
        'docs/cli.md: Ask for a payment by text message': /pending[^]*status +canceled[^]*status +canceled/,
        'docs/checkout-on-a-page.md: Make a session': /"checkout_url":"[^"]+\/checkout\/cs_[^]*"embed_url"/,
        'docs/checkout-on-a-page.md: What your page has to allow':
          /^Content-Security-Policy: script-src [^]*\nContent-Security-Policy: script-src [^]*connect-src/,
        'README.md: Receive a webhook safely': /"signature_valid":true/,
        'docs/cli.md: Have an event happen': /Raised payment\.refunded/,
        'docs/webhooks.md: What became of a delivery':
          /"state":"\w+"[^]*\n\{"items":\[\],"next_cursor":null\}$/,
        'docs/cli.md: What became of a delivery?': /we_[^]* active [^]*evt_[^]*\nNone\.$/,
        'docs/webhooks.md: What was missed': /^\{"items":\[\][^]*"dry_run":true/,
        'docs/webhooks.md: What was missed 2': /"dry_run":true,"matched":0/,
        'docs/cli.md: For the operator': /would be raised again\nRaised again/,
        'docs/cli.md: What somebody named':
          /provider_capture_id[^]*Payment of merchant [^]*session +completed [^]*payment\.captured [^]*external_order_id/,
        "docs/cli.md: Keys of a merchant's own": /^Key [^]*sk_test_[^]* active [^]*\nRevoked: key /,
        "docs/cli.md: Users of a merchant's dashboard":
          /\/activate\/[^]* invited [^]* anna@example\.com +disputes\.manage, transactions\.read\n[^]*\nRemoved: user /,
        'README.md: Produce what rarely happens': /"offset_seconds":3600/,
        'README.md: Charge every month, and read what the channel is owed':
          /active +90\.00 USD +month[^]* USD +issued [^]*The statement holds: /,
      };
      for (const [n, step] of STEPS.entries()) {
        expect(said[n]!.trim(), step).toMatch(expected[step]!);
        // Else the next answer, or the prompt, sticks to it.
        expect(said[n], step).toMatch(/\n$/);
        expect(said[n], step).not.toMatch(/[}\]][{[]/);
      }
    },
  );

  test(
    'who reads a step twice has subscribed once, and hears of one payment, signed',
    { timeout: LIMIT_MS },
    async () => {
      const steps = [STEPS[0]!, 'README.md: Receive a webhook safely', STEPS.at(-1)!].map(printed);
      const count = 'fairway subscriptions list --json | grep -o customer-1001 | wc -l';
      const said = await runAll([...steps, count], ROOT);
      expect(said.at(-1)!.trim()).toBe('1');
      expect([...said[1]!.matchAll(/"signature_valid":(\w+)/g)].map(([, held]) => held)).toEqual(['true']);
    },
  );

  test('the listener forwards from where it begins', { timeout: LIMIT_MS }, async () => {
    const script = `${printed('docs/cli.md: Command line')}\n${printed(LISTEN)}`;
    const shell = spawn('sh', ['-e', '-c', script], { cwd: ROOT, env: settings, detached: true });
    let told = '';
    for (const stream of [shell.stdout, shell.stderr])
      stream.on('data', (chunk: Buffer) => (told += String(chunk)));
    try {
      await expect.poll(() => told).toContain('to http://localhost:3000/hooks');
    } finally {
      process.kill(-shell.pid!, 'SIGTERM');
    }
  });

  test('the client of docs/errors.md opens a session', { timeout: LIMIT_MS }, async () => {
    const file = path.join(ownProgram, 'shop.mjs');
    writeFileSync(file, `${CLIENT.map(printed).join('\n')}\nconsole.log(session.id);\n`);
    const { base_url, channel_key, merchant_id } = record();
    const env = { FAIRWAY_BASE: base_url, FAIRWAY_KEY: channel_key, FAIRWAY_MERCHANT: merchant_id };
    const { stdout } = await promisify(execFile)(process.execPath, [file], { env });
    expect(stdout).toMatch(/^cs_/);
  });

  test('two generators make their clients', { timeout: LIMIT_MS }, async () => {
    await runAll([printed(GENERATORS)], ownProgram);
    const made = (file: string) => readFileSync(path.join(ownProgram, file), 'utf8');
    expect(made('fairway.d.ts').includes('"sessions.create"')).toBe(true);
    expect(made('fairway-client/sdk.gen.ts').includes('sessionsCreate')).toBe(true);
  });
});
