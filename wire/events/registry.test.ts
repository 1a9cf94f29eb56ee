import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { EVENT_TYPES, EVENTS } from './registry.ts';
import { ORDER_ID_KEYS } from './shapes.ts';

const MODULES = new URL('../../service/src/modules/', import.meta.url);
const ORDER_KEYS: readonly string[] = ORDER_ID_KEYS.session;

// A module may mention another's event, to leave it to that module; it says nothing of types it does not raise.
function mentions(module: string, type: string): boolean {
  const folder = new URL(`${module}/`, MODULES);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  return sources.some((file) => readFileSync(new URL(file, folder), 'utf8').includes(`'${type}'`));
}

describe('the registry', () => {
  test('holds 18 types', () => {
    expect(EVENT_TYPES).toHaveLength(18);
  });

  test.each(EVENT_TYPES)('%s always names its merchant, and an order exactly where it says so', (type) => {
    const { object, order_ids } = EVENTS[type];
    expect(object.required).toContain('merchant_id');
    const named = Object.keys(object.properties).filter((key) => ORDER_KEYS.includes(key));
    expect(named.toSorted()).toEqual([...ORDER_ID_KEYS[order_ids]].toSorted());
    expect(object.required).toEqual(expect.arrayContaining([...ORDER_ID_KEYS[order_ids]]));
  });

  test.each(EVENT_TYPES.filter((type) => existsSync(new URL(EVENTS[type].raised_by, MODULES))))(
    '%s is raised by the module that it names',
    (type) => {
      expect(mentions(EVENTS[type].raised_by, type)).toBe(true);
    },
  );

  test('promises no type that no module raises', () => {
    expect(EVENT_TYPES.filter((type) => !isRaised(type))).toEqual([]);
  });
});

// By `raise`, by the statement that raises with what it inserts, or by the move of a lifecycle that carries it.
function isRaised(type: string): boolean {
  const files = readdirSync(MODULES, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => /\.ts$/.test(file) && !/\.test\.ts$|\/fixtures\//.test(file));
  return sources.some((file) => {
    const text = readFileSync(new URL(file, MODULES), 'utf8');
    const isRaising = /\brais(?:e|ing)\w*\b|\bmoveOf\b/i.test(text);
    return isRaising && text.includes(`'${type}'`);
  });
}
