import { expect, test } from 'vitest';
import { type Look, lookout } from './lookout.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
const seen = (endpoint_id: string, second: number) => ({ endpoint_id, tenant: 'tenant', until: at(second) });

/** A lookout whose steady clock is set by hand, in milliseconds, after three looks at everything that took so long. */
function newLookout(tookMs: number, last: Look['seen'] = [seen('a', 30), seen('b', 40)]) {
  let nowMs = 0;
  const out = lookout(() => nowMs);
  const setMs = (ms: number) => (nowMs = ms);
  for (let look = 0; look < 2; look += 1) out.saw({ isFull: true, tookMs, seen: [] });
  const before = out.places();
  out.saw({ isFull: true, tookMs, seen: last });
  return { ...out, before, setMs };
}

test('while looking is quick, everything is looked at', () => {
  expect(newLookout(19).places()).toBeNull();
});

test('once it was slow for three times, what was seen is looked at from a little before where it was left', () => {
  const out = newLookout(40);
  expect(out.before).toBeNull();
  expect(out.places()).toEqual([
    { endpoint_id: 'a', tenant: 'tenant', from: at(28) },
    { endpoint_id: 'b', tenant: 'tenant', from: at(38) },
  ]);
  out.saw({ isFull: false, tookMs: 3, seen: [seen('a', 50)] });
  expect(out.places()?.map(({ endpoint_id, from }) => [endpoint_id, from])).toEqual([
    ['b', at(38)],
    ['a', at(48)],
  ]);
});

test('where nothing was seen yet everything is looked at, however slow', () => {
  expect(newLookout(400, []).places()).toBeNull();
});

test('where looking at less is hardly quicker, everything is looked at for a while', () => {
  const out = newLookout(40);
  out.saw({ isFull: false, tookMs: 11, seen: [] });
  expect(out.places()).toBeNull();
  out.setMs(9_999);
  out.saw({ isFull: true, tookMs: 40, seen: [] });
  expect(out.places()).toBeNull();
  out.setMs(10_000);
  expect(out.places()).not.toBeNull();
});

test.each([
  { tookMs: 40, restMs: 1_000 },
  { tookMs: 200, restMs: 4_000 },
  { tookMs: 2_000, restMs: 5_000 },
])('everything is looked at again $restMs ms after a look of $tookMs ms', ({ tookMs, restMs }) => {
  const out = newLookout(tookMs);
  out.setMs(restMs - 1);
  expect(out.places()).not.toBeNull();
  out.setMs(restMs);
  expect(out.places()).toBeNull();
  out.saw({ isFull: true, tookMs: 2, seen: [] });
  out.setMs(restMs + 1);
  // It is quick again.
  expect(out.places()).toBeNull();
});

test('no more than two hundred endpoints are kept, those that were seen last', () => {
  const all = Array.from({ length: 250 }, (_, index) => seen(`endpoint ${index}`, 30));
  const kept = newLookout(40, all)
    .places()!
    .map(({ endpoint_id }) => endpoint_id);
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([200, 'endpoint 50', 'endpoint 249']);
});
