import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../../bin/launch.mjs';
import { compilerFor } from '../../dev/loop/checks.ts';
import { contractText } from './build.ts';

// What is packed is printed, what this repository uses is inferred; both say the same of every operation.

const COMPILING_MS = 180_000;
const INFERRED = path.join(ROOT, 'client/src/contract.ts');

const JUDGE = `import type * as Printed from './contract.ts';
import type * as Inferred from '${INFERRED}';

// An object of which nothing is known is written in two ways.
type Plain<T> = T extends readonly (infer Item)[]
  ? Plain<Item>[]
  : T extends (...args: never) => infer Result
    ? Plain<Result>
    : T extends object
      ? [keyof T] extends [never] ? 'any object' : string extends keyof T ? Rest<T[keyof T]> : Fields<T>
      : T;
type Rest<T> = unknown extends T ? 'any object' : { rest: Plain<T> };
type Fields<T> = { [Key in keyof T]: Plain<T[Key]> };
type Is<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false;
type IsOne<One, Other> = Is<Plain<One>, Plain<Other>>;
type Apart<One, Other> =
  | { [Key in keyof One & keyof Other]: IsOne<One[Key], Other[Key]> extends true ? never : Key }[keyof One & keyof Other]
  | Exclude<keyof One, keyof Other>
  | Exclude<keyof Other, keyof One>;

declare const requests: Apart<Printed.Requests, Inferred.Requests>;
declare const answers: Apart<Printed.Answers, Inferred.Answers>;
declare const events: Apart<Printed.EventObjects, Inferred.EventObjects>;
declare const calls: Apart<Printed.Calls, Inferred.Calls>;
export const none: never[] = [requests, answers, events, calls];
`;

let folder: string;
let printed: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'fairway-printed-'));
  printed = await contractText();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the compiler complains of when it holds this text against the types that are inferred. */
function complaintsOf(text: string): string {
  const place = mkdtempSync(path.join(folder, 'c-'));
  writeFileSync(path.join(place, 'contract.ts'), text);
  writeFileSync(path.join(place, 'shapes.ts'), `export type * from '${ROOT}/client/src/shapes.ts';\n`);
  writeFileSync(path.join(place, 'judge.ts'), JUDGE);
  const compilerOptions = {
    ...{ target: 'es2024', module: 'nodenext', strict: true, noEmit: true, skipLibCheck: true },
    ...{ allowImportingTsExtensions: true, types: [], lib: ['es2024', 'dom'] },
  };
  writeFileSync(path.join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['judge.ts'] }));
  const compiler = path.join(ROOT, 'node_modules', compilerFor(process)[0]);
  return spawnSync(process.execPath, [compiler, '--project', place], { encoding: 'utf8' }).stdout;
}

test(
  'the contract that is packed says what is inferred from the wire, of every operation and every event',
  () => {
    expect(complaintsOf(printed)).toBe('');
  },
  COMPILING_MS,
);

test(
  'a field that is printed otherwise is noticed',
  () => {
    const wrong = printed.replace('provider_capture_id: string | null;', 'provider_capture_id: string;');
    expect(wrong).not.toBe(printed);
    expect(complaintsOf(wrong)).toContain('"buyer.capture"');
  },
  COMPILING_MS,
);

test('every field that the reference explains is explained where it is written', () => {
  expect(printed).toMatch(/\/\*\* 0 makes a session that saves an instrument\.[^]{0,400}?\*\/\n {2}amount: /);
  expect(printed).toContain('/** Mint an API key. The answer holds the key itself');
});
