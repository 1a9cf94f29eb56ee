import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { complaintsOf, installPacked } from '../../client/pack.fixture.ts';

// What a shop gets: the packed SDK in an empty project that a bundler puts together.

const LIMIT_MS = 180_000;
const PAGE = `import { checkout, CheckoutError, type Approval, type ErrorCode } from '@fairway/sdk';
import { embed } from '@fairway/sdk/embed';
import { loadFairway } from '@fairway/sdk/loader';

export function show(sessionId: string, place: Element): () => void {
  const options = {
    sessionId,
    environment: 'sandbox',
    baseUrl: 'https://pay.example.com',
    onApprove: ({ captureId }: Approval) => console.log(captureId),
    onError: (error: CheckoutError) => console.log(error.code satisfies ErrorCode, error.retryable),
  } as const;
  const made = checkout(options).mount(place);
  embed({ ...options, title: 'Payment' }).mount('#frame');
  return () => made.destroy();
}

export const version = async () => (await loadFairway({ baseUrl: 'https://pay.example.com' }))?.version;
`;

let project: string;

beforeAll(() => {
  project = installPacked('web/sdk');
}, LIMIT_MS);
afterAll(() => rmSync(path.dirname(project), { recursive: true, force: true }));

test('is all that its project gets: modules, types and what to read', () => {
  const folder = path.join(project, 'node_modules', '@fairway', 'sdk');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.includes('.'),
  );
  const shapes = files.map((name) => name.replaceAll(path.sep, '/').replace(/\d+\.\d+\.\d+/, 'x'));
  expect(shapes.filter((name) => !name.endsWith('/x')).toSorted()).toEqual([
    'README.md',
    'package.json',
    'releases/x/embed.mjs',
    'releases/x/fairway.mjs',
    'releases/x/loader.mjs',
    'types/embed.d.ts',
    'types/fairway.d.ts',
    'types/loader.d.ts',
  ]);
  expect(readdirSync(path.join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
    '@fairway',
  ]);
});

test(
  'compiles strictly, its own types included, and lets nobody pass an environment that it has not',
  () => {
    writeFileSync(path.join(project, 'page.ts'), PAGE);
    expect(complaintsOf(project, 'page.ts', 'bundler')).toBe('');
    writeFileSync(path.join(project, 'wrong.ts'), PAGE.replace("'sandbox'", "'test'"));
    expect(complaintsOf(project, 'wrong.ts', 'bundler')).toMatch(/'"test"' is not assignable/);
  },
  LIMIT_MS,
);

test('may be imported where there is no document, and loads nothing there', async () => {
  const file = path.join(project, 'node_modules/@fairway/sdk/releases');
  const [version] = readdirSync(file);
  const at = (name: string) => path.join(file, version!, name);
  const loader = (await import(/* @vite-ignore */ at('loader.mjs'))) as { loadFairway(): Promise<unknown> };
  expect(await loader.loadFairway()).toBe(null);
  const sdk = (await import(/* @vite-ignore */ at('fairway.mjs'))) as { version: string };
  expect(sdk.version).toBe(version);
});
