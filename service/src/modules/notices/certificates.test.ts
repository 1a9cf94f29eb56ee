import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServiceDatabase, type TestDatabase } from '../../../../tests/world/database.ts';
import { type OpenDatabase, openDatabase } from '../../db/open.ts';
import { noticeCertificates } from './certificates.ts';

let database: TestDatabase;
let opened: OpenDatabase;
beforeAll(async () => {
  database = await createServiceDatabase();
  opened = openDatabase({ url: database.url, connectionsMax: 2, name: 'test' });
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

const at = (day: number) => new Date(Date.UTC(2026, 0, day));
const named = (n: number) => ({
  address: `https://api.example/certs/CERT-${n}`,
  pem: `PEM ${n}`,
  fetched_at: at(n),
});

test('the newest sixteen certificates are told, the oldest of them first', async () => {
  const kept = noticeCertificates(opened.db);
  for (let n = 1; n <= 20; n += 1) await kept.keep(named(n));
  expect(await kept.all()).toEqual(Array.from({ length: 16 }, (_, index) => named(index + 5)));
});

test('a certificate that was fetched again takes the place of the one before, and one that is gone is dropped', async () => {
  const kept = noticeCertificates(opened.db);
  const renewed = { ...named(20), pem: 'PEM anew', fetched_at: at(21) };
  await kept.keep(renewed);
  await kept.drop(named(19).address);
  expect((await kept.all()).slice(-2)).toEqual([named(18), renewed]);
});
