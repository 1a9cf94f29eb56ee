import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { type ModuleWorld, startModuleWorld } from '../../../../tests/world/module-world.ts';
import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import { type Keyring, keyringOf } from '../../lib/keyring.ts';
import { listAudit } from '../audit/trail.ts';
import { createChannel } from '../channels/index.ts';
import { signingKeys } from '../endpoints/signing-keys.ts';
import { insertEndpointRow } from '../endpoints/queries.ts';
import { newSecret } from '../endpoints/secret.ts';
import { type RotationPlace, rotateSecrets } from './rotate-secrets.ts';

// More than one call seals anew.
const ENDPOINTS = 450;
const [FORMER, LATER] = ['the former key of this deployment', 'the later key of this deployment'] as const;
const ringOf = (sealing: string, ...others: string[]) => keyringOf('rotation', sealing, others);

let world: ModuleWorld;
let owner: { channel_id: string };
const secrets = new Map<string, string>();
beforeAll(async () => {
  world = await startModuleWorld();
  const { id } = await inTransaction(world.ctx.db, (tx) => createChannel(tx, world.ctx, { name: 'Acme' }));
  owner = { channel_id: id };
  for (let made = 0; made < ENDPOINTS; made += 1) await makeEndpoint(ringOf(FORMER));
});
afterAll(() => world.close());

async function makeEndpoint(keys: Keyring): Promise<string> {
  const created_at = world.ctx.clock.now();
  const id = uuidAt(created_at);
  const { plain, sealed } = newSecret(keys, { endpoint_id: id, version: 1 });
  const told = { url: 'https://shop.example/', host: 'shop.example', description: null, enabled: true };
  const row = { id, ...told, event_types: ['payment.captured'], ...sealed, created_at };
  await inTransaction(world.ctx.db, (tx) => insertEndpointRow(tx, owner, row));
  secrets.set(id, plain);
  return id;
}

const underKeys = (keys: Keyring): Ctx => ({
  ...world.ctx,
  config: { ...world.ctx.config, secrets_keys: keys },
});

async function rotateAll(keys: Keyring, isRehearsal = false) {
  const sum = { calls: 0, checked: 0, resealed: 0, unreadable: [] as string[] };
  let from: RotationPlace | null = null;
  do {
    const rotated = await rotateSecrets(underKeys(keys), { from, isRehearsal });
    sum.calls += 1;
    sum.checked += rotated.checked;
    sum.resealed += rotated.resealed;
    sum.unreadable.push(...rotated.unreadable);
    from = rotated.next;
  } while (from !== null);
  return sum;
}

async function opened(keys: Keyring): Promise<number> {
  const { db, clock } = world.ctx;
  const read = signingKeys(db, { clock, keys });
  const found = await Promise.all(
    [...secrets].map(async ([endpoint_id, plain]) => {
      const key = await read({ endpoint_id, activation: 1, lease: null });
      return key.kind === 'key' && key.secret === plain;
    }),
  );
  return found.filter(Boolean).length;
}

test('a key is exchanged while both are known, and deliveries are signed as before at every step', async () => {
  const [first, both, last] = [ringOf(LATER, FORMER), ringOf(FORMER, LATER), ringOf(LATER)];
  expect([await opened(ringOf(FORMER)), await opened(both), await opened(first)]).toEqual([
    ENDPOINTS,
    ENDPOINTS,
    ENDPOINTS,
  ]);
  expect(await rotateAll(first, true)).toMatchObject({ checked: ENDPOINTS, resealed: ENDPOINTS });
  expect(await opened(ringOf(FORMER))).toBe(ENDPOINTS);
  expect(await rotateAll(first)).toMatchObject({
    // And one each for the accounts and the tokens in hand, of which there are none.
    calls: 5,
    checked: ENDPOINTS,
    resealed: ENDPOINTS,
    unreadable: [],
  });
  expect([await opened(last), await opened(ringOf(FORMER))]).toEqual([ENDPOINTS, 0]);
  const { items } = await listAudit(world.ctx.db, { limit: 3, offset: 0 });
  expect(items.map(({ action, detail }) => [action, detail])).toEqual(
    [50, 200, 200].map((resealed) => [
      'secrets.rotated',
      { table: 'webhook_endpoints', resealed, key_id: last.sealing.id },
    ]),
  );
});

test('run again, or by two at once, it finds what is left and no more', async () => {
  await makeEndpoint(ringOf(FORMER));
  const keys = ringOf(LATER, FORMER);
  const [one, other] = await Promise.all([rotateAll(keys), rotateAll(keys)]);
  expect(one.resealed + other.resealed).toBe(1);
  expect(await rotateAll(keys)).toMatchObject({ checked: secrets.size, resealed: 0 });
  expect(await opened(ringOf(LATER))).toBe(secrets.size);
});

test('what no key opens is named and left as it is, and the rest goes on', async () => {
  const strange = await makeEndpoint(ringOf('a key that nobody has any more'));
  const late = await makeEndpoint(ringOf(FORMER));
  const before = await secretOf(strange);
  expect(await rotateAll(ringOf(LATER, FORMER))).toMatchObject({ resealed: 1, unreadable: [strange] });
  expect([await secretOf(strange), await opened(ringOf(LATER))]).toEqual([before, secrets.size - 1]);
  expect(await secretOf(late)).not.toEqual(before);
});

async function secretOf(id: string): Promise<string> {
  const { rows } = await sql<{ secret: string }>`
    select encode(secret, 'hex') as secret from webhook_endpoints where id = ${id}::uuid`.execute(
    world.ctx.db,
  );
  return rows[0]!.secret;
}
