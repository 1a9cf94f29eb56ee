import { describe, expect, test } from 'vitest';
import { run } from './cli.fixture.ts';

// Nothing listens at the address of the database: what is asked of nobody needs none.
const NEEDED = {
  DATABASE_URL: 'postgres://anna:word-of-the-database@127.0.0.1:1/fairway',
  OPERATOR_TOKEN: 'operator-token-of-this-test-0123456789',
  SECRETS_KEY: 'secrets-key-of-this-test-0123456789abc',
};

describe('config check', () => {
  test('tells what would be served, and prints no secret', async () => {
    const env = { ...NEEDED, BASE_URL: 'https://pay.example.com', ROLES: 'worker' };
    const ran = await run(['config', 'check', '--json'], env);
    expect(ran.code).toBe(0);
    expect(JSON.parse(ran.stdout)).toMatchObject({
      ...{ environment: 'test', base_url: env.BASE_URL, roles: ['worker'], texts: false },
    });
    expect(ran.stderr).toContain('No wallet provider is configured');
    for (const secret of ['word-of-the-database', NEEDED.OPERATOR_TOKEN, NEEDED.SECRETS_KEY])
      expect(ran.stdout + ran.stderr).not.toContain(secret);
  });

  test('names at once all that is missing, and ends with 2', async () => {
    const ran = await run(['config', 'check'], {});
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    for (const name of Object.keys(NEEDED)) expect(ran.stderr).toContain(`${name} is not set`);
  });

  test('repeats nothing of a secret that is wrong', async () => {
    const ran = await run(['config', 'check'], { ...NEEDED, SECRETS_KEY: 'too-short-a-key' });
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining('SECRETS_KEY is shorter') });
    expect(ran.stderr).not.toContain('too-short-a-key');
  });
});
