import { argon2Sync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  hashPassword,
  passwordProblem,
  PasswordsBusy,
  verifyPassword,
  verifyPasswordOf,
} from './password.ts';

describe('a new password', () => {
  test.each([
    'Abcdefg1',
    'Correct Horse 9',
    'Пароль12',
    'ÄÖÜäöü12',
    `Aa1${'x'.repeat(69)}`,
    `Aa1${'é'.repeat(34)}`,
    'Aa1\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}',
  ])('%j will do', (password) => {
    expect(passwordProblem(password)).toBeNull();
  });

  test.each([
    ['', 'string_too_short'],
    ['Abcdef1', 'string_too_short'],
    ['Aa1\u{1f600}\u{1f600}\u{1f600}\u{1f600}', 'string_too_short'],
    ['abcdefg1', 'value_error'],
    ['ABCDEFG1', 'value_error'],
    ['Abcdefgh', 'value_error'],
    ['12345678', 'value_error'],
    [`Aa1${'x'.repeat(70)}`, 'value_error'],
    [`Aa1${'é'.repeat(35)}`, 'value_error'],
  ])('%j will not', (password, type) => {
    expect(passwordProblem(password)).toMatchObject({ type });
  });

  test('is never repeated in what is said of it', () => {
    for (const password of ['\u2603', '\u2603bcdefgh', `\u2603${'x'.repeat(80)}`]) {
      expect(JSON.stringify(passwordProblem(password))).not.toContain('\u2603');
    }
  });
});

describe('a stored password', () => {
  test('is known again, and no other is', async () => {
    const stored = await hashPassword('Correct Horse 9');
    expect(await verifyPassword('Correct Horse 9', stored)).toBe(true);
    expect(await verifyPassword('correct Horse 9', stored)).toBe(false);
    expect(await verifyPassword('', stored)).toBe(false);
  });

  test('is stored with its parameters and a salt of its own, and does not show', async () => {
    const [one, other] = await Promise.all([
      hashPassword('Correct Horse 9'),
      hashPassword('Correct Horse 9'),
    ]);
    expect(one).toMatch(/^argon2id\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}==\$[A-Za-z0-9+/]{43}=$/);
    expect(one).not.toBe(other);
    expect(one).not.toContain('Correct');
  });

  test('opens with the parameters it was stored with, whatever today’s are', async () => {
    const nonce = Buffer.alloc(16, 7);
    const tag = argon2Sync('argon2id', {
      message: 'Correct Horse 9',
      nonce,
      parallelism: 1,
      tagLength: 32,
      memory: 64,
      passes: 1,
    });
    const stored = `argon2id$m=64,t=1,p=1$${nonce.toString('base64')}$${tag.toString('base64')}`;
    expect(await verifyPassword('Correct Horse 9', stored)).toBe(true);
    expect(await verifyPassword('Correct Horse 8', stored)).toBe(false);
  });

  test.each([
    '',
    '$$$',
    'argon2id',
    'argon2id$m=64,t=1,p=1$',
    'bcrypt$m=64,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA==$AAAAAAAAAAAAAAAAAAAAAA==',
  ])('that reads %j opens with nothing', async (stored) => {
    expect(await verifyPassword('', stored)).toBe(false);
  });

  test('many at once are all answered', async () => {
    const stored = await hashPassword('Correct Horse 9');
    const tries = Array.from({ length: 12 }, (_, index) =>
      index % 2 === 0 ? 'Correct Horse 9' : 'Wrong Horse 9',
    );
    const answers = await Promise.all(tries.map((password) => verifyPassword(password, stored)));
    expect(answers).toEqual(tries.map((password) => password.startsWith('Correct')));
  });

  test('that is nobody’s opens with nothing', async () => {
    expect(await verifyPasswordOf(null, 'Correct Horse 9')).toBe(false);
    expect(await verifyPasswordOf(await hashPassword('Correct Horse 9'), 'Correct Horse 9')).toBe(true);
  });

  test('is not judged when too many wait already, and is when they are done', async () => {
    const nonce = Buffer.alloc(16, 7);
    const cheap = { message: 'Aa1', nonce, parallelism: 1, tagLength: 32, memory: 64, passes: 1 };
    const tag = argon2Sync('argon2id', cheap);
    const stored = `argon2id$m=64,t=1,p=1$${nonce.toString('base64')}$${tag.toString('base64')}`;
    const tries = Array.from({ length: 300 }, () => verifyPassword('Aa1', stored));
    const outcomes = await Promise.allSettled(tries);
    const judged = outcomes.filter(({ status }) => status === 'fulfilled');
    expect(judged).toHaveLength(204);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(PasswordsBusy);
      else expect(outcome.value).toBe(true);
    }
    expect(await verifyPassword('Aa1', stored)).toBe(true);
  });
});
