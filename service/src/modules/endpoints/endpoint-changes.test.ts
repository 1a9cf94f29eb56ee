import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../db/tx.ts';
import type { OperationId } from '../../http/operations.ts';
import type { Route } from '../../http/route.ts';
import type { ChannelScope, MerchantScope } from '../../scope.ts';
import { uuidOf } from '../../lib/ids.ts';
import { addressBook } from '../../lib/public-address.ts';
import { type NameServer, startNameServer } from '../../poster/fixtures/name-server.ts';
import {
  type Asking,
  call,
  newTenant,
  startWorld,
  until,
  type World,
} from '../../../../tests/world/bare-world.ts';
import { endpointRoutes } from './routes.ts';

// What a change of the URL is answered, for every state of the endpoint, kind of URL and wish for a new secret; for
// both owners. Whatever is refused leaves the endpoint as it was.

const CURRENT = 'https://good.test/hook';
const URLS = {
  none: undefined,
  echo: CURRENT,
  'same host': 'https://good.test/other',
  'same host in capitals': 'https://GOOD.test/hook',
  'other host': 'https://other.test/hook',
  'host that DNS does not know': 'https://nowhere.test/hook',
  'private host': 'https://inside.test/hook',
  http: 'http://good.test/hook',
} as const;
type Kind = keyof typeof URLS;

const ENABLED = 'Disable this webhook endpoint before replacing its URL';
const NEEDS_ROTATION = 'Replacing a webhook endpoint with a different host requires rotate_secret=true';
const PRIVATE = 'Webhook endpoint hostname resolves to a private or reserved IP address';
const UNRESOLVED = 'Webhook endpoint hostname could not be resolved by DNS';

interface Case {
  enabled: boolean;
  kind: Kind;
  rotate_secret: boolean | undefined;
}

/** The rules once more: a status, and the words of a refusal. */
function expectedOf({ enabled, kind, rotate_secret }: Case): { status: number; detail?: string } {
  if (kind === 'http') return { status: 422 };
  if (kind === 'none' && rotate_secret === undefined) return { status: 422 };
  if (kind === 'none' || kind === 'echo') return { status: 200 };
  if (enabled) return { status: 409, detail: ENABLED };
  if (kind.startsWith('same host')) return { status: 200 };
  if (rotate_secret !== true) return { status: 400, detail: NEEDS_ROTATION };
  if (kind === 'host that DNS does not know') return { status: 424, detail: UNRESOLVED };
  if (kind === 'private host') return { status: 400, detail: PRIVATE };
  return { status: 200 };
}

const cases = [true, false].flatMap((enabled) =>
  (Object.keys(URLS) as Kind[]).flatMap((kind) =>
    [undefined, false, true].map((rotate_secret): Case => ({ enabled, kind, rotate_secret })),
  ),
);

let world: World;
let dns: NameServer;
let routes: Route[];
beforeAll(async () => {
  dns = await startNameServer();
  for (const name of ['good.test', 'other.test']) dns.names.set(name, ['8.8.8.8']);
  dns.names.set('inside.test', ['10.1.2.3']);
  world = await startWorld();
  routes = endpointRoutes(world.ctx, addressBook({ servers: [dns.address] }));
});
afterAll(async () => {
  await world.close();
  await dns.close();
});

type EndpointSet = 'endpoints' | 'merchant_endpoints';
type Verb = 'create' | 'list' | 'update' | 'disable' | 'enable' | 'rotate';

async function newOwner(set: EndpointSet) {
  const { channel_id, merchant_id } = await newTenant(world.ctx);
  const merchant: MerchantScope = {
    ...{ kind: 'merchant', via: 'merchant_key', credential_id: merchant_id, merchant_id, channel_id },
    ...{ business_name: 'merchant', payment_provider: 'ppcp' },
  };
  const channel: ChannelScope = { kind: 'channel', key_id: channel_id, channel_id };
  const scope = set === 'endpoints' ? channel : merchant;
  const ask = (verb: Verb, asking: Omit<Asking, 'scope'> = {}) =>
    call(routes, `${set}.${verb}` satisfies OperationId, { scope, ...asking });
  return { ask, only: async () => (await ask('list')).body[0] };
}

async function waitingForRows(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(world.ctx.db);
  return rows[0]!.waiting;
}

describe.each(['endpoints', 'merchant_endpoints'] as const)('%s', (set) => {
  test.each(cases)('enabled $enabled, URL: $kind, rotate_secret $rotate_secret', async (tried) => {
    const { ask, only } = await newOwner(set);
    const { enabled, kind, rotate_secret } = tried;
    const made = (await ask('create', { body: { url: CURRENT, enabled } })).body;
    const before = await only();
    world.ctx.clock.move(1);
    const change = { url: URLS[kind], rotate_secret };
    const body = JSON.parse(JSON.stringify(change)) as object;
    const answer = await ask('update', { params: { endpoint_id: made.id }, body });
    const expected = expectedOf(tried);
    expect(answer.status).toBe(expected.status);
    if (answer.status !== 200) {
      if (expected.detail) expect(answer.body).toEqual({ detail: expected.detail });
      expect(await only()).toEqual(before);
      return;
    }
    const { secret, ...record } = answer.body;
    expect(await only()).toEqual(record);
    expect(record).toMatchObject({ id: made.id, url: URLS[kind] ?? CURRENT, enabled });
    const isChanged = rotate_secret === true || record.url !== CURRENT;
    expect(Date.parse(record.updated_at) > Date.parse(before.updated_at)).toBe(isChanged);
    expect(secret === null).toBe(rotate_secret !== true);
    expect(record.secret_hint).toBe((secret ?? made.secret).slice(-4));
    expect(secret).not.toBe(made.secret);
  });

  test('a disabled endpoint is rotated, stays disabled and comes back under the new secret', async () => {
    const { ask } = await newOwner(set);
    const made = (await ask('create', { body: { url: CURRENT, enabled: false } })).body;
    const asking = { params: { endpoint_id: made.id } };
    const rotated = (await ask('rotate', asking)).body;
    expect(rotated).toMatchObject({ enabled: false, status: 'disabled', url: CURRENT });
    expect(rotated.secret).not.toBe(made.secret);
    const enabled = (await ask('enable', asking)).body;
    expect(enabled).toMatchObject({ enabled: true, secret_hint: rotated.secret.slice(-4) });
    expect(enabled).not.toHaveProperty('secret');
  });

  test('the echo of a URL that went stale on the way is 409 and changes nothing', async () => {
    const { ask, only } = await newOwner(set);
    const { id } = (await ask('create', { body: { url: CURRENT, enabled: false } })).body;
    const uuid = uuidOf(id)!;
    const asking = { params: { endpoint_id: id }, body: { url: CURRENT, description: 'echo' } };
    // Another change holds the row; the echo has read the URL that this change replaces, and waits for the row.
    const echo = await inTransaction(world.ctx.db, async (tx) => {
      await sql`update webhook_endpoints set url = ${URLS['same host']} where id = ${uuid}`.execute(tx);
      const waiting = ask('update', asking);
      await until(async () => (await waitingForRows()) > 0);
      return { answer: waiting };
    });
    const detail = 'The webhook endpoint changed meanwhile; read it and try again';
    expect(await echo.answer).toEqual({ status: 409, body: { detail } });
    expect(await only()).toMatchObject({ url: URLS['same host'], description: null });
  });

  test.each(['', ' ', '  of two  ', 'x'.repeat(255), '\u{1f600}'.repeat(255)])(
    'the description %j is kept as sent',
    async (description) => {
      const { ask, only } = await newOwner(set);
      const made = await ask('create', { body: { url: CURRENT, description } });
      expect(made).toMatchObject({ status: 201, body: { description } });
      expect((await only()).description).toBe(description);
    },
  );
});
