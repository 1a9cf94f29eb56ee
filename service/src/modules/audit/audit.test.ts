import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ModuleWorld, startModuleWorld } from '../../../../tests/world/module-world.ts';
import { inTransaction } from '../../db/tx.ts';
import { forgetOldEntries } from './forget-old-entries.ts';
import { type AuditEntry, listAudit, recordAudit } from './trail.ts';

const DAY = 86_400;
// More than one run forgets.
const MANY = 501;

let world: ModuleWorld;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await sql`delete from audit_entries`.execute(world.ctx.db);
});

const write = (...entries: AuditEntry[]) =>
  inTransaction(world.ctx.db, async (tx) => {
    for (const entry of entries) await recordAudit(tx, world.ctx.clock, entry);
  });
const entry = (subject: string, more: Partial<AuditEntry> = {}): AuditEntry => ({
  ...{ actor: 'operator', action: 'channel.changed', subject },
  ...more,
});
const read = (limit = 50, offset = 0) => listAudit(world.ctx.db, { limit, offset });
const subjects = async () => (await read()).items.map(({ subject }) => subject);
const forget = (audit_days: number | null) => {
  const { config } = world.ctx;
  return forgetOldEntries({ ...world.ctx, config: { ...config, keep: { ...config.keep, audit_days } } });
};

test('an entry says who did what to whom, when and in which detail', async () => {
  const now = world.ctx.clock.now();
  await write(entry('a', { actor: 'key:1', detail: { version: 2 } }), entry('b'));
  const { items } = await read();
  expect(items).toMatchObject([
    { actor: 'operator', action: 'channel.changed', subject: 'b', detail: {} },
    { actor: 'key:1', action: 'channel.changed', subject: 'a', detail: { version: 2 } },
  ]);
  expect(items[0]!.created_at.getTime()).toBeGreaterThanOrEqual(now.getTime());
});

test('what was not done is not told', async () => {
  const failed = inTransaction(world.ctx.db, async (tx) => {
    await recordAudit(tx, world.ctx.clock, entry('a'));
    throw new Error('not done');
  });
  await expect(failed).rejects.toThrow('not done');
  expect(await subjects()).toEqual([]);
});

test('the trail is read newest first, page by page, with its length', async () => {
  await write(...['a', 'b', 'c'].map((subject) => entry(subject)));
  const pages = await Promise.all([read(2), read(2, 2), read(2, 4)]);
  expect(pages.map(({ items, total }) => [items.map(({ subject }) => subject), total])).toEqual([
    [['c', 'b'], 3],
    [['a'], 3],
    [[], 3],
  ]);
});

test('what is past its keeping is forgotten, and nothing else', async () => {
  await write(entry('old'));
  world.ctx.clock.move(8 * DAY);
  await write(entry('kept'));
  world.ctx.clock.move(DAY);
  await write(entry('new'));
  expect([await forget(null), await forget(30), await subjects()]).toEqual([0, 0, ['new', 'kept', 'old']]);
  expect([await forget(8), await subjects()]).toEqual([1, ['new', 'kept']]);
  expect(await forget(8)).toBe(0);
});

test('many are forgotten some at a time', async () => {
  await write(...Array.from({ length: MANY }, (_, n) => entry(String(n))));
  world.ctx.clock.move(2 * DAY);
  expect([await forget(1), await forget(1), await forget(1)]).toEqual([MANY - 1, 1, 0]);
});
