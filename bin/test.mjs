#!/usr/bin/env node
// node bin/test.mjs [--check] [vitest argument…]: every check, then every test; --check leaves out the tests.
// The last line is `N passed, N failed`.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chooseNode, ensureInstalled } from './install.mjs';
import { ROOT, toolEnvironment } from './launch.mjs';

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const CHECKS = [
  ['types', 'typescript/bin/tsc', '--noEmit'],
  ['lint', 'eslint/bin/eslint.js', '.', '--max-warnings', '0'],
  ['format', 'prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
];

const flags = process.argv.slice(2);
const isCheckOnly = flags[0] === '--check';
let current = null;

ensureInstalled(ROOT);
for (const signal of FORWARDED) process.on(signal, () => current?.kill(signal));
process.exitCode = await runAll();

async function runAll() {
  for (const check of CHECKS) {
    const status = await runStage(...check);
    if (status !== 0) return conclude({ passed: 0, failed: 1 }, status);
  }
  if (isCheckOnly) return 0;
  const folder = mkdtempSync(path.join(tmpdir(), 'fairway-report-'));
  try {
    const report = path.join(folder, 'report.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const status = await runStage('tests', 'vitest/vitest.mjs', 'run', ...reporters, ...flags);
    return conclude(countTests(report, status), status);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runStage(name, tool, ...rest) {
  console.log(`\n> ${name}`);
  const began = performance.now();
  return new Promise((resolve) => {
    const file = path.join(ROOT, 'node_modules', tool);
    const stdio = ['ignore', 'inherit', 'inherit'];
    current = spawn(chooseNode(ROOT), [file, ...rest], { cwd: ROOT, stdio, env: toolEnvironment() });
    current.once('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    current.once('exit', (code) => {
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      console.log(`${name}: ${code === 0 ? 'ok' : 'failed'} (${seconds} s)`);
      resolve(code ?? 1);
    });
  });
}

// A file that does not even load has no tests to count, yet it is a failure.
function countTests(report, status) {
  try {
    const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    const failed = testResults.flatMap((file) => {
      const tests = file.assertionResults.filter((test) => test.status === 'failed');
      return tests.length === 0 && file.status === 'failed' ? [file] : tests;
    });
    return { passed: numPassedTests, failed: Math.max(failed.length, status === 0 ? 0 : 1) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

function conclude({ passed, failed }, status) {
  console.log(`\n${passed} passed, ${failed} failed`);
  return status;
}
