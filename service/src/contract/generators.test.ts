import { createClient } from '@hey-api/openapi-ts';
import { createConfig, lint } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
import path from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeChannel, makeConnectedMerchant } from '../../../tests/world/actors.ts';
import { joinWorld, type World } from '../../../tests/world/world.ts';

// What others make of the published document with their defaults: types, clients, and the judgement of a linter.

const MAKING_MS = 180_000;
// Inside the tree, so that what is compiled finds the types of the platform.
mkdirSync(path.resolve('node_modules/.cache'), { recursive: true });
const folder = mkdtempSync(path.resolve('node_modules/.cache/generated-'));
let world: World;
let document: string;

beforeAll(async () => {
  world = await joinWorld();
  document = path.join(folder, 'openapi.json');
  writeFileSync(document, JSON.stringify((await world.call('GET', '/openapi.json')).body));
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world.close();
});

// As a shop would write it: a payment of which nothing is said but what has to be.
const SHOP = `import type { components, operations } from './types.js';

type Body<Id extends keyof operations> = operations[Id] extends {
  requestBody?: { content: { 'application/json': infer Sent } } } ? Sent : never;
type Answer<Id extends keyof operations, Status extends number> =
  operations[Id]['responses'] extends Record<Status, { content: { 'application/json': infer Got } }> ? Got : never;

export interface Shop { base: string; key: string; merchant: string }

export async function pay(shop: Shop, approve: (order: string) => Promise<unknown>) {
  const wanted: Body<'sessions.create'> = { amount: '42.00' };
  const item: components['schemas']['OrderItem'] = { name: 'Ticket', unit_amount: '21.00' };
  const listed: Body<'sessions.create'> = { ...wanted, items: [item] };
  const session: Answer<'sessions.create', 201> = await post(shop, '/api/checkout-sessions', listed);
  const order: Answer<'buyer.order', 201> = await post(shop, \`/api/checkout-sessions/\${session.id}/orders\`, {});
  await approve(order.order_id);
  const path = \`/api/payments/orders/\${order.order_id}/capture\`;
  const captured: Answer<'orders.capture', 200> = await post(shop, path, {});
  return { status: captured.status, capture: captured.provider_capture_id };
}

async function post<Got>({ base, key, merchant }: Shop, path: string, body: object): Promise<Got> {
  const headers = { authorization: \`Bearer \${key}\`, 'x-merchant-id': merchant, 'content-type': 'application/json' };
  const answer = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(\`\${answer.status} \${await answer.text()}\`);
  return (await answer.json()) as Got;
}

export const endpoint: Body<'endpoints.create'> = { url: 'https://shop.example.com/webhooks' };
export const replay: Body<'operator.events.replay_many'> = { state: 'failed' };
`;

/** Compiles strictly and writes the JavaScript; answers what the compiler complains of. */
function compile(file: string): string[] {
  const program = ts.createProgram([file], {
    strict: true,
    exactOptionalPropertyTypes: false,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
    outDir: path.join(folder, 'made'),
  });
  const { diagnostics } = program.emit();
  return [...ts.getPreEmitDiagnostics(program), ...diagnostics].map(({ messageText, file: where }) => {
    return `${where?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}

describe('the published document', () => {
  it('has nothing that a linter with its recommended rules complains of', async () => {
    const config = await createConfig({ extends: ['recommended-strict'] });
    const problems = await lint({ ref: document, config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    );
  });

  it('has nothing that another linter complains of with all its rules but three', async () => {
    const judge = new spectral.Spectral();
    judge.setRuleset({
      // Its own types know a ruleset only as somebody else writes one.
      extends: [[rulesets.oas as unknown as spectral.RulesetDefinition, 'all']],
      rules: {
        // The document names who runs the deployment, and makes up no mail address.
        'contact-properties': 'off',
        // An identifier stands for the text of a license, and the standard forbids an address beside it.
        'license-url': 'off',
        // They are in the order in which a reader comes to them.
        'openapi-tags-alphabetical': 'off',
      },
    });
    const found = await judge.run(JSON.parse(readFileSync(document, 'utf8')) as Record<string, unknown>);
    expect(found.map(({ code, message, path }) => [code, message, path.join('/')])).toEqual([]);
  });

  it(
    'makes types by which a payment is taken',
    async () => {
      const types = astToString(await openapiTS(new URL(`file://${document}`)));
      writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
      writeFileSync(path.join(folder, 'types.ts'), types);
      writeFileSync(path.join(folder, 'shop.ts'), SHOP);
      expect(compile(path.join(folder, 'shop.ts'))).toEqual([]);
      const made = path.join(folder, 'made/shop.js');
      const { pay } = (await import(/* @vite-ignore */ made)) as {
        pay(shop: object, approve: (order: string) => Promise<unknown>): Promise<object>;
      };
      const channel = await makeChannel(world);
      const { merchant_id: merchant } = await makeConnectedMerchant(world, channel);
      const approve = (order: string) => world.control('POST', `orders/${order}/approve`, {});
      const paid = await pay({ base: world.base_url, key: channel.key, merchant }, approve);
      expect(paid).toEqual({ status: 'captured', capture: expect.stringMatching(/^\w+$/) });
    },
    MAKING_MS,
  );

  it(
    'makes a client that compiles',
    async () => {
      const output = { path: path.join(folder, 'client'), importFileExtension: '.js' as const };
      await createClient({ input: document, output, logs: { level: 'silent' } });
      writeFileSync(
        path.join(folder, 'ask.ts'),
        `import { sessionsCreate } from './client/index.js';\n` +
          `export const ask = () => sessionsCreate({ body: { amount: '42.00' } });\n`,
      );
      expect(compile(path.join(folder, 'ask.ts'))).toEqual([]);
    },
    MAKING_MS,
  );
});
