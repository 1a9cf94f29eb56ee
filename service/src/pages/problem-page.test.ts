import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { PasswordsBusy } from '../lib/password.ts';
import { problemOf } from './problem-page.ts';

describe('problemOf', () => {
  it('tells a person to come back when the service is busy or its database is away', () => {
    const away = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
    for (const error of [new PasswordsBusy(), away]) {
      expect(problemOf(error, {} as FastifyRequest)).toMatchObject({
        status: 503,
        text: 'Please try again in a minute.',
      });
    }
  });
});
