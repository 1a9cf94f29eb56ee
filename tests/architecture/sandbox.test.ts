import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type Facts, factsOf, readTree } from './facts.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

// The sandbox: a machine that knows no party, and a wing for each party. Within each, lowest first: a file imports only
// what stands in its own place or below it. Whoever has but one place keeps the rule by having no circle.
const SANDBOX: Readonly<Record<string, readonly string[]>> = {
  machine: [
    'store/**',
    '{world,refusal}.ts',
    'http/**',
    'faults/**',
    'notices/**',
    'machine.ts',
    'control/**',
    'gateways/**',
    'pages/**',
    'inspector/**',
    'wing.ts',
    'server.ts',
  ],
  ppcp: [
    'faults.ts',
    'shapes/**',
    'checks/**',
    'views/**',
    'notices/**',
    'acts/**',
    'api/**',
    'sdk/**',
    'control/**',
    'pages/**',
    'inspector/**',
    'index.ts',
  ],
  gravy: [
    'faults.ts',
    'shapes/**',
    'views/**',
    'notices/**',
    'acts/**',
    'api/**',
    'frame/**',
    'control.ts',
    'inspector/**',
    'index.ts',
  ],
  nmi: [
    'faults.ts',
    'shapes/**',
    'views/**',
    'notices/**',
    'acts/**',
    'api/**',
    'frame/**',
    'control.ts',
    'inspector/**',
    'index.ts',
  ],
  carrier: ['*.ts'],
  receivers: ['*.ts'],
};
// What puts the wings together.
const SANDBOX_ROOF = 'sandbox/{main,serve,wings}.ts';

/** Every breach of the map, as one sentence each. */
function breachesOf({ file, imports }: Facts): string[] {
  if (fits(file, SANDBOX_ROOF)) return [];
  const own = placeOf(file);
  if (own === null) return [`${file} has no place on the map of the sandbox.`];
  return imports.flatMap(({ to }) => {
    if (!to.startsWith('sandbox/')) return [];
    const other = placeOf(to);
    if (other === null || (other.wing !== own.wing && other.wing !== 'machine')) {
      return [`${file} knows another wing, ${to}.`];
    }
    const isAbove = other.wing === own.wing && other.floor > own.floor;
    return isAbove ? [`${file} reaches up to ${to}.`] : [];
  });
}

function placeOf(file: string): { wing: string; floor: number } | null {
  const wing = /^sandbox\/([^/]+)\//.exec(file)?.[1] ?? '';
  const floor = (SANDBOX[wing] ?? []).findIndex((files) => fits(file, `sandbox/${wing}/${files}`));
  return floor === -1 ? null : { wing, floor };
}

function fits(file: string, pattern: string): boolean {
  return path.posix.matchesGlob(file, pattern);
}

describe('the sandbox', () => {
  test('stands as its map says', () => {
    expect(readTree(ROOT, 'sandbox', { tests: false }).flatMap(breachesOf)).toEqual([]);
  });

  test('has no empty place on its map', () => {
    const files = readTree(ROOT, 'sandbox', { tests: false }).map(({ file }) => file);
    const places = Object.entries(SANDBOX).flatMap(([wing, floors]) =>
      floors.map((floor) => `sandbox/${wing}/${floor}`),
    );
    expect(places.filter((place) => !files.some((file) => fits(file, place)))).toEqual([]);
  });
});

describe('the map of the sandbox reports', () => {
  const planted = (file: string, text: string): string[] => breachesOf(factsOf(file, text));

  test('a wing that knows another, and the machine that knows a wing', () => {
    const text = "import '../ppcp/index.ts'; import '../machine/wing.ts'; import './index.ts';";
    expect(planted('sandbox/carrier/a.ts', text)).toEqual([
      'sandbox/carrier/a.ts knows another wing, sandbox/ppcp/index.ts.',
    ]);
    expect(planted('sandbox/machine/server.ts', "import type { W } from '../wings.ts';")).toEqual([
      'sandbox/machine/server.ts knows another wing, sandbox/wings.ts.',
    ]);
  });

  test('an import that goes up within the machine or a wing', () => {
    expect(planted('sandbox/machine/store/a.ts', "import '../world.ts';")).toEqual([
      'sandbox/machine/store/a.ts reaches up to sandbox/machine/world.ts.',
    ]);
    expect(planted('sandbox/ppcp/views/a.ts', "export * from '../acts/capture.ts';")).toEqual([
      'sandbox/ppcp/views/a.ts reaches up to sandbox/ppcp/acts/capture.ts.',
    ]);
  });

  test('a file that has no place', () => {
    expect(planted('sandbox/ppcp/misc/a.ts', '')).toEqual([
      'sandbox/ppcp/misc/a.ts has no place on the map of the sandbox.',
    ]);
  });
});
