import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { startWorld, type World } from '../../../tests/world/world.ts';

// What a browser sends of its own accord when somebody types an address.
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
const SESSION = 'cs_aaaaaaaaaaaaaaaaaaaaaaaaaaa';

let world: World;

beforeAll(async () => {
  world = await startWorld({ worker: false });
});

afterAll(async () => {
  await world.close();
});

const open = (path: string, headers: Record<string, string> = {}) =>
  world.call('GET', path, { headers: { accept: BROWSER, ...headers } });

async function movedTo(path: string, method = 'GET'): Promise<string | null> {
  const headers = { accept: BROWSER };
  const { status, headers: told } = await fetch(world.base_url + path, {
    method,
    headers,
    redirect: 'manual',
  });
  return status === 308 ? told.get('location') : null;
}

describe('an address that leads nowhere', () => {
  test.each([
    ['/nothing', 'This page does not exist', '/'],
    ['/pay/wrong', 'This page does not exist', '/'],
    ['/docs/nothing', 'This page does not exist', '/docs'],
    ['/docs/payments/wrong', 'This page does not exist', '/docs'],
  ])('%s is a page to a browser, with a way on', async (path, heading, way) => {
    const page = await open(path);
    expect(page.status).toBe(404);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.body).toContain(heading);
    expect(page.body).toContain(`href="${way}"`);
  });

  test.each(['/checkout', '/checkout/', `/checkout/${SESSION}/wrong`, '/checkout/%zz', '/embed/'])(
    '%s is told to a buyer as a payment that is not there, in their language',
    async (path) => {
      const page = await open(path, { 'accept-language': 'de' });
      expect(page.status).toBe(404);
      expect(page.body).toContain('<html lang="de"');
      expect(page.body).toContain('Wir können diese Zahlung nicht finden');
    },
  );

  test.each([
    ['/docs/nothing', 'application/json'],
    ['/docs/nothing', '*/*'],
    ['/nothing', 'text/html;q=0.5, application/json'],
    ['/api/nothing', BROWSER],
  ])('%s stays JSON to whoever accepts %s', async (path, accept) => {
    const answer = await open(path, { accept });
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({ detail: 'Not Found' });
  });

  it('is told of by HEAD as it is shown', async () => {
    const { status, headers } = await world.call('HEAD', '/nothing', { headers: { accept: BROWSER } });
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await movedTo('/docs/', 'HEAD')).toBe('/docs');
  });

  it('is JSON to a form that is posted there', async () => {
    const answer = await world.call('POST', '/docs/a/b/c', { headers: { accept: BROWSER } });
    expect(answer.body).toEqual({ detail: 'Not Found' });
  });
});

describe('an address of a page with a slash too many', () => {
  test.each([
    ['/docs/', '/docs'],
    ['/docs/?q=refund', '/docs?q=refund'],
    ['/docs/payments//', '/docs/payments'],
    [`/checkout/${SESSION}/?locale=de`, `/checkout/${SESSION}?locale=de`],
    ['/owner/', '/owner'],
  ])('%s leads a browser to %s', async (path, way) => {
    expect(await movedTo(path)).toBe(way);
  });

  test.each(['//example.com/', '/api/checkout-sessions/', `/api/checkout-sessions/${SESSION}/`])(
    '%s leads nobody on',
    async (path) => {
      expect(await movedTo(path)).toBe(null);
    },
  );
});
