import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  makeChannel,
  makeConnectedMerchant,
  makeMerchant,
  makeSession,
} from '../../../../tests/world/actors.ts';
import { GR4VY, makeGatewayMerchant, NMI } from '../../../../tests/world/gateways.ts';
import { joinWorld, type World } from '../../../../tests/world/world.ts';

let world: World;

beforeAll(async () => {
  world = await joinWorld();
});
afterAll(() => world.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${world.base_url}${path}`, { headers });

it('each file is there by its exact version for ever, and its hash is published', async () => {
  const manifest = (await (await get('/sdk/v1/manifest.json')).json()) as {
    version: string;
    files: Record<string, { path: string; integrity: string }>;
  };
  expect(Object.keys(manifest.files)).toEqual(
    expect.arrayContaining(['fairway.js', 'fairway.mjs', 'embed.js', 'loader.js']),
  );
  for (const [name, { path, integrity }] of Object.entries(manifest.files)) {
    expect(path).toBe(`/sdk/${manifest.version}/${name}`);
    const file = await get(path, { origin: 'https://shop.example' });
    const text = await file.text();
    expect(integrity).toBe(`sha384-${createHash('sha384').update(text).digest('base64')}`);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    const moving = await get(`/sdk/v1/${name}`);
    expect(await moving.text()).toBe(text);
    expect(moving.headers.get('cache-control')).toBe('public, max-age=300');
    const again = await get(`/sdk/v1/${name}`, { 'if-none-match': moving.headers.get('etag')! });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(again.headers.get('access-control-allow-origin')).toBe('*');
  }
  expect(await (await get(`/sdk/${manifest.version}/manifest.json`)).json()).toEqual(manifest);
});

it.each(['/sdk/v1/nothing.js', '/sdk/v2/fairway.js', '/sdk/0.0.1/fairway.js', '/sdk/..%2f/package.json'])(
  '%s is not there',
  async (path) => {
    const none = await get(path);
    expect([none.status, await none.json()]).toEqual([404, { detail: 'Not Found' }]);
  },
);

it('a page of any origin learns where the script for its session is', async () => {
  const channel = await makeChannel(world);
  const merchant = await makeConnectedMerchant(world, channel);
  const { body } = await makeSession(world, merchant);
  const kit = await get(`/sdk/sessions/${body.id}/kit`, { origin: 'https://shop.example' });
  expect(kit.headers.get('access-control-allow-origin')).toBe('https://shop.example');
  expect(kit.headers.get('cache-control')).toBe('no-store');
  const { kit: name, script } = (await kit.json()) as { kit: string; script: string };
  expect(name).toBe('buttons');
  expect(script).toMatch(new RegExp(`^${world.sandbox_url}/sdk/js\\?.*merchant-id=${merchant.account_id}`));
});

it('a page learns what its buyer reads, in the language that it asks for, else in the browser’s', async () => {
  const { body } = await makeSession(world, await makeConnectedMerchant(world, await makeChannel(world)));
  const spoken = async (query: string, accepted: string) => {
    const kit = await get(`/sdk/sessions/${body.id}/kit${query}`, { 'accept-language': accepted });
    return (await kit.json()) as {
      language: string;
      direction: string;
      words: Record<string, string> | null;
    };
  };
  expect(await spoken('?locale=he-IL', 'de')).toMatchObject({ language: 'he', direction: 'rtl' });
  const german = await spoken('', 'de-CH,en;q=0.5');
  expect(german).toMatchObject({ language: 'de', direction: 'ltr' });
  expect(german.words!['form']).toBe('Mit Karte zahlen');
  expect(await spoken('?locale=tlh', 'xx')).toMatchObject({ language: 'en', words: null });
});

it('where nobody can be paid there is no script, and without a session a refusal that the page may read', async () => {
  const channel = await makeChannel(world);
  const merchant_id = await makeMerchant(world, channel);
  const { body } = await makeSession(world, { ...channel, merchant_id, account_id: '' });
  expect(await (await get(`/sdk/sessions/${body.id}/kit`)).json()).toEqual({
    kit: 'buttons',
    script: null,
    language: 'en',
    direction: 'ltr',
    words: null,
  });
  const missing = await get('/sdk/sessions/cs_nothing/kit', { origin: 'https://shop.example' });
  expect(missing.status).toBe(404);
  expect(missing.headers.get('access-control-allow-origin')).toBe('https://shop.example');
  expect(await missing.json()).toEqual({ detail: 'Checkout session not found' });
});

describe('what a page has to allow', () => {
  const policyOf = async (which = '') =>
    (await (await get(`/sdk/policy${which}`)).json()) as Record<string, Record<string, string[]>>;
  const GATEWAYS = ['https://*.gr4vy.app', 'https://secure.networkmerchants.com'];

  it('for sessions of any rail names the hosts of each, and none where only our frame is shown', async () => {
    const answer = await get('/sdk/policy');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
    const { redirect, embed, buttons } = await policyOf();
    for (const name of ['script-src', 'connect-src', 'frame-src']) {
      expect(buttons![name]).toEqual(expect.arrayContaining([world.sandbox_url, ...GATEWAYS]));
    }
    // No image of a gateway's is drawn on the page.
    expect(buttons!['img-src']).toEqual(['data:', world.sandbox_url]);
    expect(redirect).toEqual({});
    const own = new URL(world.base_url).origin;
    expect(embed).toEqual({ 'script-src': [`${world.base_url}/sdk/`], 'frame-src': [own] });
  });

  it('for a session paid by the wallet names no gateway', async () => {
    const merchant = await makeConnectedMerchant(world, await makeChannel(world));
    const { body } = await makeSession(world, merchant);
    const { buttons } = await policyOf(`?session=${body.id}`);
    expect(buttons!['script-src']).toEqual([
      `${world.base_url}/sdk/`,
      world.sandbox_url,
      'https://pay.google.com',
    ]);
    expect(JSON.stringify(buttons)).not.toMatch(/gr4vy|networkmerchants/);
  });

  it.each([
    ['Gr4vy', GR4VY],
    ['NMI', NMI],
  ])('for a session paid at %s names the account’s own hosts alone', async (_name, gateway) => {
    const merchant = await makeGatewayMerchant(world, await makeChannel(world), gateway);
    const { body } = await makeSession(world, merchant);
    const answer = await get(`/sdk/policy?session=${body.id}`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(((await answer.json()) as { buttons: unknown }).buttons).toEqual({
      'script-src': [`${world.base_url}/sdk/`, world.sandbox_url],
      'connect-src': [new URL(world.base_url).origin, world.sandbox_url],
      'frame-src': [world.sandbox_url],
    });
  });

  it.each(['cs_nothing', '', 'cs_a&session=cs_b'])(
    'for the session %j, which is none, is not said',
    async (id) => {
      expect((await get(`/sdk/policy?session=${id}`)).status).toBe(404);
    },
  );
});
