import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServiceDatabase, type TestDatabase } from '../../../tests/world/database.ts';
import { readConfig } from '../config.ts';
import { OPERATIONS } from '../http/operations.ts';
import { type RunningService, startService } from '../main.ts';
import type { OpenApiDocument } from './openapi.ts';

const OPERATOR_TOKEN = 'operator-token-of-a-live-deployment-0123456789';

let database: TestDatabase;
let service: RunningService;
let url: string;
beforeAll(async () => {
  database = await createServiceDatabase();
  const env = {
    FAIRWAY_ENVIRONMENT: 'live',
    PORT: '0',
    DATABASE_URL: database.url,
    OPERATOR_TOKEN,
    SECRETS_KEY: 'secrets-key-of-a-live-deployment-0123456789',
    ROLES: 'api',
    LOG_LEVEL: 'fatal',
  };
  service = await startService(readConfig(env));
  url = `http://127.0.0.1:${service.port}`;
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const REHEARSED = [
  '/api/channel/event-feed',
  '/api/operator/clock',
  '/api/operator/clock/advance',
  '/api/operator/work/drain',
];
const textOf = async (path: string) =>
  (await (await fetch(`${url}${path}`)).text()).replaceAll('<wbr />', '');

test('a live deployment publishes none of the operations that it refuses', async () => {
  const document = JSON.parse(await textOf('/openapi.json')) as OpenApiDocument;
  const published = Object.values(document.paths).flatMap((item) => Object.values(item));
  expect(published).toHaveLength(Object.keys(OPERATIONS).length - REHEARSED.length);
  for (const text of [
    Object.keys(document.paths).join(' '),
    await textOf('/docs'),
    await textOf('/docs/operator'),
    await textOf('/docs?q=operator'),
    await textOf('/llms.txt'),
  ]) {
    expect(REHEARSED.filter((path) => text.includes(path))).toEqual([]);
    expect(text).toContain('/api/operator/audit');
  }
});

test('a live deployment has no page that tells of them', async () => {
  expect(await textOf('/docs?q=event-feed')).toContain('No matches');
  expect(await textOf('/docs/webhook-endpoints')).not.toContain('event-feed');
});

test('a live deployment answers them as before', async () => {
  const statusOf = async (path: string, method: string, token: string) =>
    (
      await fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: method === 'POST' ? '{"seconds":1}' : null,
      })
    ).status;
  expect(await statusOf('/api/operator/clock/advance', 'POST', OPERATOR_TOKEN)).toBe(403);
  expect(await statusOf('/api/operator/clock', 'GET', OPERATOR_TOKEN)).toBe(403);
  expect(await statusOf('/api/channel/event-feed', 'GET', 'sk_live_x')).toBe(401);
});

test('a live deployment shows no buyer a logo that comes over a connection anybody may change', async () => {
  const statusWith = async (logo_url: string) =>
    (
      await fetch(`${url}/api/operator/merchants/${randomUUID()}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify({ branding: { logo_url } }),
      })
    ).status;
  expect(await statusWith('http://shop.example/logo.png')).toBe(422);
  // There is no such merchant.
  expect(await statusWith('https://shop.example/logo.png')).toBe(404);
});
