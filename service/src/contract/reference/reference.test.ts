import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinWorld, type World } from '../../../../tests/world/world.ts';
import { EVENT_TYPES } from '../../../../wire/events/registry.ts';
import { type Operation, type OperationId, OPERATIONS } from '../../http/operations.ts';
import { CODES } from '../codes.ts';
import { curlOf } from './curl.ts';
import type { OpenApiDocument } from '../openapi.ts';

let world: World;
let contract: OpenApiDocument;
/** Each page of the reference by its path. */
const pages = new Map<string, string>();

const NOUN = '/docs/channel-api-keys';
const SIZE_MAX = 30_000;

beforeAll(async () => {
  world = await joinWorld();
  contract = (await world.call('GET', '/openapi.json')).body;
  const index: string = (await world.call('GET', '/docs')).body;
  pages.set('/docs', index);
  for (const path of new Set([...index.matchAll(/href="(\/docs\/[a-z-]+)"/g)].map((match) => match[1]!))) {
    pages.set(path, (await world.call('GET', path)).body);
  }
});

afterAll(async () => {
  await world.close();
});

const idsOf = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]!);
const textOf = (html: string) =>
  html
    .replaceAll('<wbr />', '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

describe('the reference', () => {
  it('has a page for each noun and for what holds everywhere, and every operation and event on one', () => {
    const nouns = contract.tags.filter(({ name }) => name !== 'Webhooks');
    expect(pages.size).toBe(1 + nouns.length + 4);
    for (const id of [...Object.keys(OPERATIONS), ...EVENT_TYPES.map((type) => `webhook.${type}`)]) {
      const holding = [...pages].filter(([, html]) => html.includes(`<article class="entry" id="${id}"`));
      expect(
        holding.map(([path]) => path),
        id,
      ).toHaveLength(1);
      expect(pages.get('/docs'), id).toContain(`<a href="${holding[0]![0]}#${id}">`);
    }
  });

  it('has something behind each of its links, and each id once on a page', () => {
    for (const [path, html] of pages) {
      const ids = idsOf(html);
      expect(
        ids.filter((id, index) => ids.indexOf(id) !== index),
        path,
      ).toEqual([]);
      const links = [...html.matchAll(/href="((?:\/docs[^"#]*)?#[^"]+|\/docs[^"#]*)"/g)].map(
        (match) => match[1]!,
      );
      const dead = links.filter((link) => {
        const [page, id] = link.split('#');
        if (page!.startsWith('/docs/style/')) return false;
        const target = pages.get(page || path);
        return target === undefined || (id !== undefined && !idsOf(target).includes(id));
      });
      expect(dead, path).toEqual([]);
    }
  });

  it('leads on from every link into it of when it was one page', () => {
    const index = pages.get('/docs')!;
    const ids = idsOf(index);
    const once = [
      ...['first-call', 'credentials', 'money', 'errors', 'budgets', 'repeating', 'receiving', 'events'],
      ...['401', '403', '404', '413', '415', '422', '429', '500', '503'].map((status) => `error-${status}`),
      ...contract.tags
        .filter(({ name }) => name !== 'Webhooks')
        .map(({ name }) => `tag-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`),
      ...Object.keys(OPERATIONS),
      ...EVENT_TYPES.map((type) => `webhook.${type}`),
    ];
    expect(once.filter((id) => !ids.includes(id))).toEqual([]);
    for (const id of ['reference', ...once]) expect(index).toContain(`id="${id}"`);
  });

  it('goes from page to page, and says on each where one is', () => {
    let path: string | undefined = '/docs/getting-started';
    const seen: string[] = [];
    while (path !== undefined && seen.length <= pages.size) {
      const html: string = pages.get(path)!;
      expect(html.match(/<a href="[^"]+" aria-current="page"/g), path).toHaveLength(2);
      const previous = /<a rel="prev" href="([^"]+)"/.exec(html)![1];
      expect(previous).toBe(seen.at(-1) ?? '/docs');
      seen.push(path);
      path = /<a rel="next" href="([^"]+)"/.exec(html)?.[1];
    }
    expect(seen.toSorted()).toEqual([...pages.keys()].filter((one) => one !== '/docs').toSorted());
  });

  it('says of an operation who may call it, how often, and what it refuses', () => {
    const entry = /<article class="entry" id="keys\.create"[^]*?<\/article>/.exec(pages.get(NOUN)!)![0];
    const text = textOf(entry);
    expect(text).toContain('Who may call channel key');
    expect(text).toContain('10 per minute for each credential');
    expect(text).toContain('name string required 1 to 100 characters');
    expect(text).toMatch(/400 Too many active API keys\.[^.]*\. too_many_keys Also/);
    expect(entry).toContain('href="/docs/errors#code-too_many_keys"');
    expect(text).toContain('POST /api/channel/api-keys');
    expect(entry).toContain('href="/docs/errors#error-429"');
  });

  it('runs nothing, loads nothing from elsewhere and is framed by nobody', async () => {
    for (const path of [...pages.keys(), '/docs?q=refund']) {
      const { headers, body } = await world.call('GET', path);
      const policy = headers.get('content-security-policy');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/script-src|unsafe|https?:/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(body).not.toMatch(/<script|<style| style="| on[a-z]+="|src="/);
    }
    const sheets = [...pages.get('/docs')!.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)];
    expect(sheets).toHaveLength(1);
    const sheet = await world.call('GET', sheets[0]![1]!);
    expect(sheet.status).toBe(200);
    expect(sheet.headers.get('cache-control')).toContain('immutable');
    expect(sheet.body).not.toMatch(/url\(|@import/);
    // A jump over a long page would scroll for seconds.
    expect(sheet.body).not.toMatch(/(?<!over)scroll-behavior/);
  });

  it('is small on the way, and not sent again', async () => {
    for (const path of pages.keys()) {
      const first = await fetch(world.base_url + path, { headers: { 'accept-encoding': 'gzip' } });
      expect(first.headers.get('content-encoding')).toBe('gzip');
      expect(Number(first.headers.get('content-length')), path).toBeLessThan(SIZE_MAX);
      const again = await fetch(world.base_url + path, {
        headers: { 'if-none-match': first.headers.get('etag')! },
      });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe('');
    }
  });

  it('answers another stylesheet and another page with 404', async () => {
    expect((await world.call('GET', '/docs/style/other.css')).status).toBe(404);
    expect(await world.call('GET', '/docs/other')).toMatchObject({
      status: 404,
      body: { detail: 'Not Found' },
    });
    expect((await world.call('GET', '/docs/constructor')).status).toBe(404);
  });
});

describe('the filter of the reference', () => {
  async function found(query: string): Promise<{ heading: string; links: string[]; html: string }> {
    const { status, body } = await world.call('GET', `/docs?q=${encodeURIComponent(query)}`);
    expect(status).toBe(200);
    const main = /<main[^]*<\/main>/.exec(body)![0];
    return {
      heading: textOf(/<h1[^]*?<\/h1>/.exec(main)![0]).trim(),
      links: [...main.matchAll(/<li >?[^]*?<a href="([^"]+)"|<li>\s*<a href="([^"]+)"/g)].map(
        (m) => m[1] ?? m[2]!,
      ),
      html: main,
    };
  }

  it('lists what has every word, with method, path and a line, its own words before its description’s', async () => {
    const { heading, links, html } = await found('refund');
    expect(heading).toMatch(/^\d+ matches for “refund”$/);
    expect(links[0]).toBe('/docs/payments#captures.refund');
    expect(textOf(html)).toContain('POST /api/payments/captures/{capture_id}/refund Refund a capture');
    expect(links).toContain('/docs/events#webhook.payment.refunded');
    expect(links).toContain('/docs/transactions#transactions.read');
    expect(new Set(links).size).toBe(links.length);
  });

  it('goes by every word, in any order and case, in a path, a name or a field', async () => {
    expect((await found('DELETE  webhook-endpoints merchant')).links[0]).toBe(
      '/docs/merchant-webhook-endpoints#merchant_endpoints.disable',
    );
    expect((await found('/api/checkout-sessions/cs_4Qd9mT2v/orders post')).links).toEqual([
      '/docs/checkout-sessions#buyer.order',
    ]);
    expect((await found('customer_ref')).links).toContain('/docs/saved-instruments#vault.charge');
    expect((await found('sessions.create')).heading).toBe('1 match for “sessions.create”');
  });

  it('finds every operation by its method and path', async () => {
    for (const [id, { method, path }] of Object.entries<Operation>(OPERATIONS)) {
      const { links } = await found(`${method} ${path.replace(/:([a-z_]+)/g, '{$1}')}`);
      expect(
        links.map((link) => link.split('#')[1]),
        id,
      ).toContain(id);
    }
  });

  it('leads from a code, or the words beside it, to what to do and to whoever answers it', async () => {
    for (const query of ['order_not_capturable', 'this order can no longer be captured']) {
      const { links, html } = await found(query);
      expect(links, query).toEqual([
        '/docs/errors#code-order_not_capturable',
        '/docs/checkout-sessions#buyer.capture',
        '/docs/payments#orders.capture',
      ]);
      expect(textOf(html), query).toContain('This order can no longer be captured. Begin a new order');
    }
  });

  it('finds every code of the catalogue, and each has its entry', async () => {
    const ids = idsOf(pages.get('/docs/errors')!);
    for (const { code } of CODES) {
      expect(ids).toContain(`code-${code}`);
      expect((await found(code)).links, code).toContain(`/docs/errors#code-${code}`);
    }
  });

  it('says when nothing fits, and shows everything when nothing is asked for', async () => {
    const { heading, links } = await found('zebra');
    expect(heading).toBe('No matches for “zebra”');
    expect(links).toEqual([]);
    for (const query of ['?q=', '?q=%20', '?q', '?other=1']) {
      expect((await world.call('GET', `/docs${query}`)).body, query).toBe(pages.get('/docs'));
    }
  });

  it('takes what is sent for text, cuts what is long and counts the last of several', async () => {
    const attack = '"><script>alert(1)</script>';
    const { html } = await found(attack);
    expect(html).not.toContain('<script');
    const whole: string = (await world.call('GET', `/docs?q=${encodeURIComponent(attack)}`)).body;
    expect(whole).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    const long = await world.call('GET', `/docs?q=${'a'.repeat(8_000)}`);
    expect(long.status).toBe(200);
    expect(long.body).not.toContain('a'.repeat(101));
    expect((await world.call('GET', '/docs?q=refund&q=zebra')).body).toContain('No matches for “zebra”');
  });

  it('costs little, whatever is asked for: ten words are looked for, and no more', async () => {
    const { links } = await found('refund');
    expect((await found(`${'refund '.repeat(10)}zebra`)).links).toEqual(links);
    expect((await found(`${'refund '.repeat(9)}zebra`)).links).toEqual([]);
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
