import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinWorld, type World } from '../../../testing/world.ts';
import { EVENT_TYPES } from '../../../wire/events.ts';
import { type Operation, type OperationId, OPERATIONS } from '../http/operations.ts';
import { curlOf } from './curl.ts';
import type { OpenApiDocument } from './openapi.ts';

let world: World;
let html: string;
let contract: OpenApiDocument;

beforeAll(async () => {
  world = await joinWorld();
  html = (await world.call('GET', '/docs')).body;
  contract = (await world.call('GET', '/openapi.json')).body;
});

afterAll(async () => {
  await world.close();
});

describe('the reference', () => {
  it('holds every operation and every event, and leads to each', () => {
    for (const id of [...Object.keys(OPERATIONS), ...EVENT_TYPES.map((type) => `webhook.${type}`)]) {
      expect(html, id).toContain(`<article class="entry" id="${id}"`);
      expect(html, id).toContain(`<a href="#${id}">`);
    }
  });

  it('has something behind each of its links, and each id once', () => {
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]!);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const targets = [...html.matchAll(/href="#([^"]+)"/g)].map((match) => match[1]!);
    expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
  });

  it('says of an operation who may call it, how often, and what it refuses', () => {
    const entry = /<article class="entry" id="keys\.create"[^]*?<\/article>/.exec(html)![0];
    const text = entry
      .replaceAll('<wbr />', '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ');
    expect(text).toContain('Who may call channel key');
    expect(text).toContain('10 per minute for each credential');
    expect(text).toContain('name string required 1 to 100 characters');
    expect(text).toContain('400 Too many active API keys.');
    expect(text).toContain('POST /api/channel/api-keys');
  });

  it('runs nothing, loads nothing from elsewhere and is framed by nobody', async () => {
    const { headers } = await world.call('GET', '/docs');
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src|unsafe|https?:/);
    expect(html).not.toMatch(/<script|<style| style="| on[a-z]+="|src="/);
    const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map((match) => match[1]!);
    expect(sheets).toHaveLength(1);
    const sheet = await world.call('GET', sheets[0]!);
    expect(sheet.status).toBe(200);
    expect(sheet.headers.get('cache-control')).toContain('immutable');
    expect(sheet.body).not.toMatch(/url\(|@import/);
    // A jump over a page of this length would scroll for seconds.
    expect(sheet.body).not.toMatch(/(?<!over)scroll-behavior/);
  });

  it('is small on the way, and not sent again', async () => {
    const first = await fetch(`${world.base_url}/docs`, { headers: { 'accept-encoding': 'gzip' } });
    expect(first.headers.get('content-encoding')).toBe('gzip');
    expect(Number(first.headers.get('content-length'))).toBeLessThan(60_000);
    const again = await fetch(`${world.base_url}/docs`, {
      headers: { 'if-none-match': first.headers.get('etag')! },
    });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
  });

  it('answers another stylesheet with 404', async () => {
    expect((await world.call('GET', '/docs/style/other.css')).status).toBe(404);
  });
});

describe('the example of a call', () => {
  const of = (id: OperationId) => {
    const row: Operation = OPERATIONS[id];
    const path = row.path.replace(/:([a-z_]+)/g, '{$1}');
    const method = row.method.toLowerCase();
    return curlOf(contract, { path, method, operation: contract.paths[path]![method]! });
  };

  it('names credential, merchant and key where they belong, and leaves no placeholder in the path', () => {
    expect(of('captures.refund')).toMatch(/Authorization: Bearer \$KEY[^]*X-Merchant-Id[^]*Idempotency-Key/);
    expect(of('sessions.read')).not.toContain('-H');
    expect(of('operator.audit.list')).toContain('Bearer $OPERATOR_TOKEN');
    for (const id of Object.keys(OPERATIONS) as OperationId[]) {
      expect(of(id).split(' -H ')[0], id).not.toMatch(/[{}]/);
    }
  });

  it('quotes a body so that a shell leaves it alone', () => {
    const operation = {
      ...contract.paths['/api/channel/merchants']!['post']!,
      requestBody: {
        required: true,
        content: { 'application/json': { schema: {}, example: { business_name: "Joe's" } } },
      },
    };
    const call = curlOf(contract, { path: '/api/channel/merchants', method: 'post', operation });
    expect(call).toContain(`"business_name": "Joe'\\''s"`);
  });
});

describe('llms.txt', () => {
  it('lists every operation and event on a page', async () => {
    const { body, headers } = await world.call('GET', '/llms.txt');
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    for (const { method, path } of Object.values<Operation>(OPERATIONS)) {
      expect(body).toContain(`- ${method} ${path.replace(/:([a-z_]+)/g, '{$1}')}: `);
    }
    for (const type of EVENT_TYPES) expect(body).toContain(`- ${type}\n`);
    expect(body.length).toBeLessThan(12_000);
  });
});
