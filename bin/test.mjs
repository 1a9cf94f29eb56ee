#!/usr/bin/env node
// node bin/test.mjs [--check | vitest argument…]: every check and every test; --check leaves out the tests, and tests
// that are named are run alone. The last line is `N passed, N failed`.
import path from 'node:path';
import { ensureInstalled } from './install.mjs';
import { ROOT, launch } from './launch.mjs';

ensureInstalled(ROOT);
await launch(path.join(ROOT, 'dev', 'loop', 'test-main.ts'), process.argv.slice(2));
