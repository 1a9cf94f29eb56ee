import { expect, test } from 'vitest';
import { keyringOf, openWith, sealAnew, sealWith } from './keyring.ts';
import { deriveKey, seal } from './seal.ts';

const [FORMER, LATER, STRANGE] = ['former', 'later', 'strange'].map((name) => `${name} `.repeat(8)) as [
  string,
  string,
  string,
];
const PURPOSE = 'tests';
const before = keyringOf(PURPOSE, FORMER, []);
const during = keyringOf(PURPOSE, LATER, [FORMER]);
const after = keyringOf(PURPOSE, LATER, []);

test('while both keys are known, what either sealed opens, and new secrets are sealed with the first', () => {
  const [old, young] = [sealWith(before, 'old', 'row'), sealWith(during, 'young', 'row')];
  expect([openWith(during, old, 'row'), openWith(during, young, 'row')]).toEqual(['old', 'young']);
  expect([old.key_id, young.key_id]).toEqual([before.sealing.id, after.sealing.id]);
  expect(openWith(after, young, 'row')).toBe('young');
});

test('what no key of the ring sealed does not open, and the refusal names keys and row', () => {
  const sealed = sealWith(keyringOf(PURPOSE, STRANGE, []), 'plain', 'row');
  const names = `${during.all[0]!.id}, ${during.all[1]!.id}`;
  expect(() => openWith(during, sealed, 'row')).toThrow(`None of the keys ${names} opens row.`);
  expect(() => openWith(during, sealWith(during, 'plain', 'row'), 'other row')).toThrow('opens other row');
});

test('an id that is missing or wrong delays, and hides nothing', () => {
  const sealed = seal(deriveKey(FORMER, PURPOSE), 'plain', 'row');
  for (const key_id of [null, after.sealing.id, '00000000'])
    expect(openWith(during, { sealed, key_id }, 'row')).toBe('plain');
});

test('a secret is sealed anew once, also where its id was wrong', () => {
  const old = sealWith(before, 'plain', 'row');
  const anew = sealAnew(during, old, 'row')!;
  expect([openWith(after, anew, 'row'), anew.key_id]).toEqual(['plain', after.sealing.id]);
  expect(sealAnew(during, anew, 'row')).toBeNull();
  expect(openWith(after, sealAnew(during, { ...old, key_id: after.sealing.id }, 'row')!, 'row')).toBe(
    'plain',
  );
});

test('ids are the same each time, and differ by key and by purpose', () => {
  const ids = [before, after, keyringOf('another purpose', FORMER, [])].map(({ sealing }) => sealing.id);
  expect(new Set(ids).size).toBe(3);
  expect(keyringOf(PURPOSE, FORMER, []).sealing.id).toBe(ids[0]);
  expect(ids[0]).toMatch(/^[0-9a-f]{8}$/);
});
