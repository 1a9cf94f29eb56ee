import path from 'node:path';
import type { Facts } from './facts.ts';

/** The first row that fits a file speaks for it: what such files may take. */
export type Rows = readonly (readonly [files: string, may: readonly string[]])[];

export interface HouseMap {
  walls: Rows;
  /** Lowest first. */
  shelf: readonly string[];
  writers: Readonly<Record<string, string>>;
  /** Where walls and circles count, and not what holds inside the service. */
  workshop: readonly string[];
  environment_readers: readonly string[];
  clock: string;
  other_clocks: readonly string[];
  rail_names: readonly string[];
  packages: Rows;
}

type Rule = (facts: Facts, map: HouseMap) => string[];

/** What a module has less of than this can still be read as one thing. */
const MODULE_LINES = 1_500;

/** Who knows a request. */
const BLAMERS = ['http/**', 'modules/*/*routes.ts'];

const INSIDE: readonly Rule[] = [shelfOf, railsOf, writesOf, placesOf];

/** What finds every breach of a map, as one sentence each. */
export function breachesBy(map: HouseMap): (files: readonly Facts[]) => string[] {
  return (files) => {
    const service = files.filter(({ file }) => !map.workshop.some((folder) => fits(file, folder)));
    const inside = service.flatMap((facts) => INSIDE.flatMap((rule) => rule(facts, map)));
    const walls = files.flatMap((facts) => wallsOf(facts, map));
    const whole = [...sizesOf(service), ...doorsOf(files), ...cyclesAmong(files)];
    return [...new Set([...walls, ...inside, ...whole])].sort();
  };
}

function wallsOf({ file, imports }: Facts, { walls, packages: rows }: HouseMap): string[] {
  const wall = walls.find(([files]) => fits(file, files));
  if (!wall) return [`${file} has no place on the map.`];
  const foreign = imports.filter(({ to, isPackage }) => !isPackage && !wall[1].some((may) => fits(to, may)));
  const counted = rows.find(([files]) => fits(file, files));
  const packages = imports.filter(({ to, isPackage }) => isPackage && counted && !counted[1].includes(to));
  return [
    ...foreign.map(({ to }) => `${file} may not import ${to}.`),
    ...packages.map(({ to }) => `${file} may not import the package ${to}.`),
  ];
}

function shelfOf({ file, imports }: Facts, { shelf }: HouseMap): string[] {
  const own = moduleOf(file);
  if (own === null) return [];
  if (!shelf.includes(own)) return [`${file} is of a module that is not on the shelf.`];
  return imports.flatMap(({ to }) => {
    const other = moduleOf(to);
    if (other === null || other === own) return [];
    const isBelow = shelf.includes(other) && shelf.indexOf(other) < shelf.indexOf(own);
    if (!isBelow) return [`${file} reaches up to ${to}: ${other} does not stand below ${own}.`];
    return to === `modules/${other}/index.ts` ? [] : [`${file} reaches past the index of ${other} to ${to}.`];
  });
}

// Everyone comes to a module through its door, and to a rail through its own.
function railsOf({ file, imports }: Facts): string[] {
  const own = railOf(file);
  return imports.flatMap(({ to }) => {
    const other = railOf(to);
    if (other !== null && own !== null && other !== own) return [`${file} knows another rail, ${to}.`];
    if (other !== null && own === null && to !== `rails/${other}/index.ts`) {
      return [`${file} reaches past the index of ${other} to ${to}.`];
    }
    const isOutside = moduleOf(to) !== null && moduleOf(file) === null && !to.endsWith('/index.ts');
    return isOutside ? [`${file} reaches past the index of ${moduleOf(to)} to ${to}.`] : [];
  });
}

function writesOf({ file, writes }: Facts, { writers }: HouseMap): string[] {
  if (file.startsWith('sandbox/')) return [];
  return writes.flatMap((table) => {
    if (table === null) return [`${file} writes a table that its source does not name.`];
    const writer = writers[table];
    if (writer === undefined || file.startsWith(`${writer}/`)) return [];
    return [`${file} writes ${table}, which only ${writer} may.`];
  });
}

function placesOf(facts: Facts, map: HouseMap): string[] {
  const { file } = facts;
  const breaches: string[] = [];
  const isRoutes = fits(file, 'modules/*/*routes.ts');
  const usesSql = facts.hasSql || facts.imports.some(({ to, erased }) => to === 'kysely' && !erased);
  if (isRoutes && usesSql) breaches.push(`${file} holds SQL; that belongs in queries.ts.`);
  if (facts.blamesField && !BLAMERS.some((files) => fits(file, files))) {
    breaches.push(`${file} says which field of a request is wrong; that is its route's to say.`);
  }
  if (facts.takesEveryColumn && !file.startsWith('sandbox/')) {
    breaches.push(`${file} takes every column; a newer release may add one beside a prepared statement.`);
  }
  if (facts.readsEnvironment && !map.environment_readers.some((files) => fits(file, files))) {
    breaches.push(`${file} reads the environment; only config.ts does.`);
  }
  if (facts.readsHostClock && file !== map.clock && !map.other_clocks.some((files) => fits(file, files))) {
    breaches.push(`${file} reads the host's clock; only ${map.clock} does.`);
  }
  if (facts.namesRail && !map.rail_names.some((files) => fits(file, files))) {
    breaches.push(`${file} knows a rail by its name; ask for its traits.`);
  }
  return breaches;
}

function sizesOf(files: readonly Facts[]): string[] {
  const lines = new Map<string, number>();
  for (const { file, lines: more } of files) {
    const module = moduleOf(file);
    if (module !== null) lines.set(module, (lines.get(module) ?? 0) + more);
  }
  return [...lines]
    .filter(([, count]) => count >= MODULE_LINES)
    .map(([module, count]) => `${module} has ${count} lines; a module has fewer than ${MODULE_LINES}.`);
}

// What nobody takes makes a door wider for nothing. Tests come in where they like.
function doorsOf(files: readonly Facts[]): string[] {
  const takers = files.filter(({ file }) => !file.startsWith('tests/'));
  return files
    .filter(({ file }) => fits(file, 'modules/*/index.ts'))
    .flatMap(({ file: door, imports: offered }) => {
      const taken = takers
        .filter(({ file }) => moduleOf(file) !== moduleOf(door))
        .flatMap(({ imports }) => imports.filter(({ to }) => to === door));
      if (taken.some(({ names }) => names === null)) return [];
      const names = new Set(taken.flatMap((one) => one.names));
      return offered
        .flatMap(({ handsOn }) => handsOn)
        .filter((name) => !names.has(name))
        .map((name) => `${door} hands out ${name}, which nobody takes.`);
    });
}

// An import of a type counts too: two files that need each other's words are one idea in two places.
function cyclesAmong(files: readonly Facts[]): string[] {
  const next = new Map(files.map(({ file, imports }) => [file, imports.map(({ to }) => to)]));
  const done = new Set<string>();
  const trail: string[] = [];
  const found: string[] = [];
  const walk = (file: string): void => {
    if (trail.includes(file))
      found.push(`${[...trail.slice(trail.indexOf(file)), file].join(' -> ')} is a circle.`);
    if (trail.includes(file) || done.has(file)) return;
    trail.push(file);
    for (const to of next.get(file) ?? []) walk(to);
    trail.pop();
    done.add(file);
  };
  for (const file of next.keys()) walk(file);
  return found;
}

function fits(file: string, pattern: string): boolean {
  return path.posix.matchesGlob(file, pattern);
}

/** The module that a file is of. */
export function moduleOf(file: string): string | null {
  return /^modules\/([^/]+)\//.exec(file)?.[1] ?? null;
}

function railOf(file: string): string | null {
  return /^rails\/(?!(?:facets|http|conformance)\/)([^/]+)\//.exec(file)?.[1] ?? null;
}
