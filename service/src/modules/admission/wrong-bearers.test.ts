import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contextOver } from '../../../../tests/world/context.ts';
import { createServiceDatabase, type TestDatabase } from '../../../../tests/world/database.ts';
import type { Ctx } from '../../context.ts';
import { type OpenDatabase, openDatabase } from '../../db/open.ts';
import { inTransaction } from '../../db/tx.ts';
import { OPERATIONS } from '../../http/operations.ts';
import { newApiKey, newToken } from '../../lib/ids.ts';
import { Refusal } from '../../refusals.ts';
import type { Admit } from '../../scope.ts';
import { createChannel } from '../channels/index.ts';
import { createKey } from '../keys/create-key.ts';
import { admitWith } from './admit.ts';

const FLOODED = '198.51.100.1';

let database: TestDatabase;
let opened: OpenDatabase;
let ctx: Ctx;
let channel_id: string;
let statements = 0;

beforeAll(async () => {
  database = await createServiceDatabase();
  opened = openDatabase({ url: database.url, connectionsMax: 10, name: 'wrong-bearers-test' });
  const counting = {
    transformQuery: <T>({ node }: { node: T }): T => {
      statements += 1;
      return node;
    },
    transformResult: async <T>({ result }: { result: T }): Promise<T> => result,
  };
  const db = opened.db.withPlugin(counting);
  ctx = contextOver({ db, settings: { DATABASE_URL: database.url, RATE_LIMIT_SCALE: '1000' } });
  channel_id = (await inTransaction(ctx.db, (tx) => createChannel(tx, ctx, { name: 'Channel' }))).id;
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

let admission: Admit;
beforeEach(() => {
  admission = admitWith(ctx);
});

const newKey = async () =>
  (await createKey(ctx, { owner: { channel_id }, actor: 'key:test', name: 'Key' })).key;

async function call(bearer: string, address: string, operation: 'merchants.list' | 'owner.passkeys.list') {
  try {
    await admission({ id: operation, ...OPERATIONS[operation] }, { bearer, merchant_header: null, address });
    return 'admitted';
  } catch (error) {
    return error instanceof Refusal ? error.refusal : error;
  }
}

async function flood(calls: number, bearer: () => string, operation: Parameters<typeof call>[2]) {
  const before = statements;
  const answers = await Promise.all(Array.from({ length: calls }, () => call(bearer(), FLOODED, operation)));
  expect(new Set(answers)).toEqual(new Set(['invalid_api_key']));
  return statements - before;
}

// The first of them cost a statement each: six hundred at once would only wait for connections.
async function floodLong(): Promise<void> {
  await flood(60, newToken, 'merchants.list');
  await flood(540, newToken, 'merchants.list');
}

describe("bearers that are nobody's", () => {
  test('cost a statement each at first, and one for hundreds once there were many from an address', async () => {
    expect(await flood(60, () => newApiKey('test'), 'merchants.list')).toBe(60);
    expect(await flood(500, () => newApiKey('test'), 'merchants.list')).toBeLessThanOrEqual(2);
    expect(await flood(500, newToken, 'owner.passkeys.list')).toBeLessThanOrEqual(2);
  });

  test('cost none when they come again', async () => {
    await flood(60, newToken, 'merchants.list');
    const again = newApiKey('test');
    await flood(1, () => again, 'merchants.list');
    expect(await flood(500, () => again, 'merchants.list')).toBe(0);
  });
});

describe('behind an address from which a flood comes', () => {
  test('a key that was minted a moment ago works at once, and costs one look more', async () => {
    await floodLong();
    const key = await newKey();
    const before = statements;
    for (let n = 0; n < 5; n += 1) expect(await call(key, FLOODED, 'merchants.list')).toBe('admitted');
    expect(statements - before).toBe(6);
  });

  test('a key is refused once it is revoked', async () => {
    await floodLong();
    const key = await newKey();
    expect(await call(key, FLOODED, 'merchants.list')).toBe('admitted');
    await ctx.db.updateTable('api_keys').set({ status: 'revoked', revoked_at: new Date() }).execute();
    expect(await call(key, FLOODED, 'merchants.list')).toBe('invalid_api_key');
  });
});

test('who calls from elsewhere does not notice', async () => {
  await floodLong();
  const key = await newKey();
  const before = statements;
  expect(await call(key, '203.0.113.7', 'merchants.list')).toBe('admitted');
  expect(statements - before).toBe(1);
});
